import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadAgent, postJson } from '../support/http-call.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { embeddedGround, type FaultGround } from './fault-ground.ts';

const PAGE = '<title>Late</title><main><p>This page comes late, and it comes whole.</p></main>';
let ground: FaultGround;
const waiting: ServerResponse[] = [];
const site = createServer((_request, response) => waiting.push(response));

beforeAll(async () => {
  ground = await embeddedGround();
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  site.close();
  await ground.close();
});

test('a drain is told as a state: one warning for all that is refused, and no defect', async () => {
  const { port } = site.address() as AddressInfo;
  const address = `127.0.0.1:${port}`;
  const service = await startServiceProcess({
    ...ground.env,
    PAGEMARK_FETCH_ALLOW: address,
    PAGEMARK_LOG_LEVEL: 'info',
  });
  const agent = loadAgent();
  const convert = (body: object) =>
    postJson(
      agent,
      `${service.url}/v1/convert`,
      { authorization: `Bearer ${ground.keys.wide}` },
      JSON.stringify(body),
    );
  const accepted = convert({ url: `http://${address}/` });
  await expect.poll(() => waiting.length).toBe(1);
  const ended = service.end('SIGTERM');
  const refused = async () => (await convert({ url: 'https://example.com/', html: PAGE })).reason;
  await expect.poll(refused).toBe('draining');
  for (let i = 0; i < 5; i++) expect(await refused()).toBe('draining');
  waiting[0]!.setHeader('content-type', 'text/html').end(PAGE);
  expect((await accepted).status).toBe(200);
  agent.destroy();
  expect(await ended).toBe(0);
  const lines = service.output().split('\n');
  expect(lines.filter((line) => line.includes('"msg":"unavailable"'))).toEqual([
    expect.stringContaining('"reason":"draining"'),
  ]);
  expect(lines.filter((line) => line.includes('"msg":"defect"') || line.includes('"stack"'))).toEqual([]);
});
