// The least that a server can do: it reads each request and refuses it, or says that it is healthy.
//   node bench/bare-server.mjs THREADS   threads that are busy beside it, as the workers of a service are
import { createServer } from 'node:http';
import { Worker } from 'node:worker_threads';

const REFUSAL = JSON.stringify({ status: 'error', error: { reason: 'busy', message: 'Retry later.' } });

for (let i = 0; i < Number(process.argv[2]); i++) new Worker('for (;;);', { eval: true });
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    response
      .writeHead(request.method === 'GET' ? 200 : 429, { 'content-type': 'application/json' })
      .end(REFUSAL);
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
