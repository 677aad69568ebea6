import { createHash } from 'node:crypto';

const digests = new Map<string, string>();

/**
 * Runs a script by its SHA-1, and by its text where the server does not know it. `run`: sends the command with either;
 * `isAwaited`: whether it may still be sent again.
 */
export async function runScript<T>(
  script: string,
  run: (command: 'evalsha' | 'eval', text: string) => Promise<T>,
  isAwaited: () => boolean = () => true,
): Promise<T> {
  const digest = digests.get(script) ?? createHash('sha1').update(script).digest('hex');
  digests.set(script, digest);
  try {
    return await run('evalsha', digest);
  } catch (cause) {
    const isUnknown = cause instanceof Error && cause.message.startsWith('NOSCRIPT');
    if (!isUnknown || !isAwaited()) throw cause;
    return run('eval', script);
  }
}
