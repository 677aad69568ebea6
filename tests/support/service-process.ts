import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The built service as a process of its own. */
export interface ServiceProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** All that it has written, on standard output and standard error. */
  output(): string;
  /** Ends it with a signal and waits; resolves to the exit code or signal name. */
  end(signal: NodeJS.Signals): Promise<number | string | null>;
}

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const scriptOf = (
  dist: string,
  warmsUp: boolean,
) => `const { openCachedFiles } = await import(${JSON.stringify(`${dist}/code-cache.js`)});
const { serve } = openCachedFiles().load('main.cjs');
const service = await serve(undefined, undefined, { warmsUp: ${warmsUp} });
console.log(JSON.stringify({ url: service.url }));`;

/**
 * Starts `main.cjs` of a build, this project's own unless told otherwise, and waits until it listens. A service that has not warmed
 * up takes half the CPU to start.
 */
export async function startServiceProcess(
  env: Readonly<Record<string, string>>,
  { dist = DIST, warmsUp = false } = {},
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', scriptOf(dist, warmsUp)], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stderr!.on('data', (chunk) => {
    text += String(chunk);
    process.stderr.write(chunk);
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.on('data', (chunk) => {
      text += String(chunk);
      const line = /^\{"url":.*\}$/m.exec(text)?.[0];
      if (line !== undefined) resolve((JSON.parse(line) as { url: string }).url);
    });
    child.once('exit', (code) => reject(new Error(`The service ended with ${code} before it listened`)));
  });
  return {
    url,
    child,
    output: () => text,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? child.signalCode;
      const exited = once(child, 'exit');
      child.kill(signal);
      const [code, by] = await exited;
      return code ?? by;
    },
  };
}
