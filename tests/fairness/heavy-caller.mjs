// A thread of its own, so that the latency of the probes is not that of their neighbour: it serves large pages, and asks
// the service for them again and again while it is told to.
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { page } = workerData;
const bytes = Buffer.from(page);
const site = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(bytes),
).listen(0, '127.0.0.1');
await once(site, 'listening');
const address = `127.0.0.1:${site.address().port}`;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Status of one call, whose answer is read and thrown away. */
async function call({ url, key }) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const asked = request(`${url}/v1/convert`, { agent, method: 'POST', headers });
  asked.end(JSON.stringify({ url: `http://${address}/large` }));
  const [answer] = await once(asked, 'response');
  await once(answer.resume(), 'end');
  return answer.statusCode;
}

parentPort.on('message', async ({ calls, ms, ...service }) => {
  const endsAt = performance.now() + ms;
  const statuses = [];
  const lane = async () => {
    while (performance.now() < endsAt) {
      const status = await call(service);
      statuses.push(status);
      if (status === 429) await sleep(100);
    }
  };
  await Promise.all(Array.from({ length: calls }, lane));
  parentPort.postMessage({ statuses });
});
parentPort.postMessage({ address });
