import fc, { type Arbitrary } from 'fast-check';
import type { Description, Schema } from './description.ts';
import { oddTexts, oddValues } from './sample-values.ts';
import { bodies } from './schema-values.ts';

const VERSIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28', '2024-11-05', '1900-01-01', ''];
const METHODS = [
  'ping',
  'tools/list',
  'tools/call',
  'initialize',
  'notifications/initialized',
  'notifications/cancelled',
  'resources/list',
  'prompts/get',
  'logging/setLevel',
  'completion/complete',
  'server/discover',
  'subscriptions/listen2',
  'TOOLS/CALL',
  'rpc.x',
  '',
];

const ids = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(1, 'a', 0, -1) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 1.5, {}, [], true, 2 ** 60, '', 'é'.repeat(500)) },
);
const client = fc.constantFrom<unknown>({ name: 'generated', version: '1' }, {}, null, 'x', {
  name: 1,
  version: 2,
});

const initialize = fc
  .record({
    id: ids,
    version: fc.constantFrom(...VERSIONS),
    capabilities: fc.constantFrom<unknown>({}, null, []),
    client,
  })
  .map(({ id, version, capabilities, client: clientInfo }) => ({
    jsonrpc: '2.0',
    id,
    method: 'initialize',
    params: { protocolVersion: version, capabilities, clientInfo },
  }));
const list = ids.map((id) => ({ jsonrpc: '2.0', id, method: 'tools/list', params: {} }));
const notification = fc.constantFrom(...METHODS).map((method) => ({ jsonrpc: '2.0', method, params: {} }));
const other = fc.record(
  {
    jsonrpc: fc.oneof(
      { weight: 5, arbitrary: fc.constant<unknown>('2.0') },
      { weight: 1, arbitrary: oddValues },
    ),
    id: ids,
    method: fc.oneof(fc.constantFrom<unknown>(...METHODS), oddTexts),
    params: fc.oneof(fc.constantFrom<unknown>({}, [], null), oddValues),
    result: fc.constant({}),
    error: fc.constant({ code: -1, message: 'x' }),
  },
  { requiredKeys: ['jsonrpc'] },
);

/** Calls of the tool with arguments for its input, mostly. */
function calls(description: Description): Arbitrary<unknown> {
  return fc
    .record({
      id: ids,
      name: fc.oneof(
        { weight: 8, arbitrary: fc.constant('webpage_to_markdown') },
        { weight: 1, arbitrary: fc.constantFrom<unknown>('', 'webpage_to_markdown ', null, 1, 'x') },
      ),
      input: bodies(description, { $ref: '#/components/schemas/ConvertRequest' }),
      meta: fc.constantFrom<unknown>(
        undefined,
        undefined,
        {},
        { progressToken: 1 },
        { progressToken: {} },
        null,
      ),
    })
    .map(({ id, name, input, meta }) => {
      const params = { name, arguments: input, ...(meta === undefined ? {} : { _meta: meta }) };
      return { jsonrpc: '2.0', id, method: 'tools/call', params };
    });
}

/** JSON-RPC messages: requests, calls of the tool, notifications, batches, and wrong ones. */
export function mcpBodies(description: Description, schema: Schema): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 6, arbitrary: calls(description) },
    { weight: 3, arbitrary: initialize },
    { weight: 2, arbitrary: list },
    { weight: 3, arbitrary: other },
    { weight: 1, arbitrary: notification },
    { weight: 1, arbitrary: fc.array(list, { maxLength: 3 }) },
    { weight: 2, arbitrary: bodies(description, schema) },
  );
}
