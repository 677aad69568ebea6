import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The built service as a process of its own. */
export interface ServiceProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** Ends it with a signal and waits; resolves to the exit code or signal name. */
  end(signal: NodeJS.Signals): Promise<number | string | null>;
}

const DIST = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const SCRIPT = `const { serve } = await import(${JSON.stringify(DIST)});
const service = await serve();
console.log(JSON.stringify({ url: service.url }));`;

/** Starts `dist/main.js` and waits until it listens. */
export async function startServiceProcess(env: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
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
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? child.signalCode;
      const exited = once(child, 'exit');
      child.kill(signal);
      const [code, by] = await exited;
      return code ?? by;
    },
  };
}
