// Stands between a client and a server over stdio: appends the bytes of each message, in both directions, to a file.
// usage: node stdio-tap.mjs FILE PROGRAM ARGUMENT …
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

const [file, program, ...args] = process.argv.slice(2);
const server = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });

/** Passes a stream on as it comes, and measures its lines. */
function measured(from, to) {
  let bytes = 0;
  from.on('data', (chunk) => {
    let start = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, start)) {
      appendFileSync(file, `${bytes + at - start}\n`);
      bytes = 0;
      start = at + 1;
    }
    bytes += chunk.length - start;
  });
  from.pipe(to);
}

measured(process.stdin, server.stdin);
measured(server.stdout, process.stdout);
server.stdin.on('error', () => undefined);
process.once('SIGTERM', () => server.kill('SIGTERM'));
server.once('close', (code) => process.exit(code ?? 1));
