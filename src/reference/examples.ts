import { WRITTEN_ADDRESS } from '../contract/address.ts';
import { curlOf, EXAMPLE_FILE, type ShownRequest } from '../site/curl.ts';
import { type Content, type Description, type Endpoint, nameOfRef, type Schema } from './description.ts';
import { pretty } from './text.ts';

/** A schema with its reference followed. */
function resolve({ components }: Description, schema: Schema): Schema {
  return schema.$ref === undefined ? schema : components.schemas[nameOfRef(schema.$ref)]!;
}

/** Examples of a body or an answer, as the description gives them: its own, else those of its schema. */
export function examplesOf(description: Description, content: Content): readonly unknown[] {
  if (content.example !== undefined) return [content.example];
  const schema = resolve(description, content.schema);
  const named = (schema.anyOf ?? []).flatMap((one) => resolve(description, one).examples ?? []);
  return [...(schema.examples ?? []), ...named];
}

/**
 * The credential that an operation wants: its header field with what stands ahead of the key, and the variable of the environment
 * that stands for it in examples; null: none.
 */
export function credentialOf({ components }: Description, { operation }: Endpoint) {
  const scheme = Object.keys(operation.security[0] ?? {})[0];
  if (scheme === undefined) return null;
  const { name } = components.securitySchemes[scheme]!;
  return name === undefined
    ? { scheme, header: 'Authorization', prefix: 'Bearer ', variable: '$PAGEMARK_KEY' }
    : { scheme, header: name, prefix: '', variable: '$PAGEMARK_LICENSE' };
}

/** Whether the body of an operation is a file. */
export const takesFile = ({ operation: { requestBody } }: Endpoint): boolean =>
  requestBody !== undefined && requestBody.content['application/json'] === undefined;

/** The request of an operation with the first example of its body and of the parts of its path. */
function exampleRequest(description: Description, endpoint: Endpoint): ShownRequest {
  const { path, method, operation } = endpoint;
  const credential = credentialOf(description, endpoint);
  const body = operation.requestBody?.content['application/json'];
  const url = description.servers[0]?.url ?? '/';
  const filled = (operation.parameters ?? []).reduce(
    (text, { name, example }) => text.replace(`{${name}}`, String(example ?? '')),
    path,
  );
  return {
    method,
    address: (url === '/' ? WRITTEN_ADDRESS : url) + filled,
    headers: {
      ...(credential === null ? {} : { [credential.header]: credential.prefix + credential.variable }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? null : pretty(examplesOf(description, body)[0]),
    file: takesFile(endpoint) ? EXAMPLE_FILE : undefined,
    isStream: streams(endpoint),
  };
}

/** Whether an operation answers with nothing but a stream of events. */
export function streams({ operation }: Endpoint): boolean {
  return Object.keys(operation.responses['200']?.content ?? {}).join() === 'text/event-stream';
}

/** The same as a command of the shell. */
export const exampleCurl = (description: Description, endpoint: Endpoint): string =>
  curlOf(exampleRequest(description, endpoint));

/** What the operation answers when all is well; null when the description gives no example. */
export function exampleAnswer(description: Description, endpoint: Endpoint): string | null {
  const [type, content] = Object.entries(endpoint.operation.responses['200']?.content ?? {})[0] ?? [];
  if (content === undefined) return null;
  const examples = examplesOf(description, content);
  if (type === 'text/event-stream')
    return [...examples.map((event) => `data: ${JSON.stringify(event)}\n`), 'data: [DONE]\n'].join('\n');
  return examples.length === 0 ? null : pretty(examples[0]);
}
