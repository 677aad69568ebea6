import { inspect } from 'node:util';
import { redact } from '../config/redact.ts';

/** What Node ends with when nobody caught an error. */
const UNCAUGHT_EXIT_CODE = 1;
let isGuarded = false;

/**
 * From now on nothing that this process writes to standard error holds a secret: what commands and packages write, the
 * warnings of Node, and an error that nobody caught, which Node would print past `process.stderr`. Once per process.
 */
export function guardStandardError(): void {
  if (isGuarded) return;
  isGuarded = true;
  const write = process.stderr.write.bind(process.stderr) as (...args: readonly unknown[]) => boolean;
  process.stderr.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const redacted = redact(text);
    return write(redacted === text ? chunk : redacted, ...rest);
  };
  process.removeAllListeners('warning').on('warning', ({ name, message }) => {
    process.stderr.write(`(node:${process.pid}) ${name}: ${message}\n`);
  });
  process.on('uncaughtException', (error) => {
    process.stderr.write(`${inspect(error)}\n`);
    process.exit(UNCAUGHT_EXIT_CODE);
  });
}
