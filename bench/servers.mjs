// Servers in processes of their own.
import { once } from 'node:events';

/** The address that a server prints. Its output is read to the end, so that it can go on printing. */
export function listening(child) {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /http:\/\/[\w.:[\]]+/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`the server did not start: ${text}`)));
  });
}

export async function end(child) {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
