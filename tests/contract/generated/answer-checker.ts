import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { PLAIN_FIELDS } from '../plain-fields.ts';
import type { DescribedAnswer, Description, Header, Schema } from './description.ts';
import { resolved } from './description.ts';
import { type Answer, headerOf } from './request-types.ts';

/** Those of pages of other origins stand beside them. */
const PLAIN = new Set([
  ...PLAIN_FIELDS,
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
]);
/** Where no operation is described: another method of a described path, no such path, a head that cannot be read. */
const OTHER_METHOD = [400, 405];
const NO_ROUTE = [400, 404, 405];
const UNREAD = [400, 404, 405, 408, 413, 417, 431, 501, 505];
/** Fields of answers without an operation: of each, and of those with a status. */
const OF_EVERY_ANSWER = ['x-request-id', 'x-pagemark-engine'];
const ANYWHERE: Readonly<Record<number, string>> = {
  204: 'allow',
  401: 'www-authenticate',
  405: 'allow',
  429: 'retry-after',
};

/** What was asked, as far as it can be told: `route` null is none of the description. */
export interface Asked {
  readonly method: string;
  readonly route: string | null;
  /** The head could not be read, so that the answer is of no route. */
  readonly isUnread?: boolean;
}

export type CheckAnswer = (asked: Asked, answer: Answer) => readonly string[];

/** Validators of the schemas of a document; `hasFormats`: whether formats are asserted. */
export function schemasOf(
  description: Description,
  hasFormats: boolean,
): (schema: Schema) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: hasFormats });
  if (hasFormats) addFormats.default(ajv);
  ajv.addSchema({ ...description, $id: 'description' } as object);
  const compiled = new Map<Schema, ValidateFunction>();
  return (schema) => {
    const found = compiled.get(schema);
    if (found !== undefined) return found;
    // References of a schema of the document are relative to the document.
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"description#/');
    const validate = ajv.compile(JSON.parse(text) as object);
    compiled.set(schema, validate);
    return validate;
  };
}

/** Judges answers by the document alone; each problem is one sentence. */
export function createChecker(description: Description): CheckAnswer {
  const validatorOf = schemasOf(description, true);
  return (asked, answer) => {
    const described = describedAnswer(description, asked, answer);
    if (typeof described === 'string') return [described];
    return [
      ...headerProblems(description, described, answer),
      ...bodyProblems(described, asked, answer, validatorOf),
    ];
  };
}

/** What the document says of an answer, or what is wrong with its status. */
function describedAnswer(
  { paths, components }: Description,
  { method, route, isUnread = false }: Asked,
  { status }: Answer,
): DescribedAnswer | string {
  const operations = route === null ? undefined : paths[route];
  const operation = operations?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  if (operation !== undefined && !isUnread) {
    const listed = operation.responses[status];
    return listed ?? `status ${status} is not listed for ${method} ${route}`;
  }
  const isPreflight = method === 'OPTIONS' && status === 204;
  const ofSome = Object.values(paths).flatMap((one) =>
    Object.values(one).flatMap(({ responses }) => Object.keys(responses).map(Number)),
  );
  const allowed = isUnread ? [...UNREAD, ...ofSome] : operations === undefined ? NO_ROUTE : OTHER_METHOD;
  if (!isPreflight && !allowed.includes(status))
    return `status ${status} is none that any route may give (${method} ${route})`;
  const known = [...OF_EVERY_ANSWER, ANYWHERE[status]];
  const headers = Object.fromEntries(
    Object.entries(components.headers).flatMap(([name, header]) => {
      const isKnown = known.includes(name.toLowerCase());
      return isKnown || isUnread ? [[name, isKnown ? header : { schema: header.schema }]] : [];
    }),
  );
  if (isPreflight) return { headers };
  return { headers, content: { 'application/json': { schema: components.schemas.ErrorEnvelope! } } };
}

function headerProblems(
  description: Description,
  { headers: described = {} }: DescribedAnswer,
  answer: Answer,
): readonly string[] {
  const problems: string[] = [];
  const names = answer.headers.map(([name]) => name);
  for (const name of names.filter((name, at) => names.indexOf(name) !== at)) problems.push(`${name} twice`);
  const known = new Map(Object.entries(described).map(([name, header]) => [name.toLowerCase(), header]));
  for (const name of names)
    if (!PLAIN.has(name) && !known.has(name)) problems.push(`${name} is not described`);
  for (const [name, reference] of known) {
    const { required = false, schema } = resolved(description, { ...reference }) as unknown as Header;
    const value = headerOf(answer, name);
    if (value === undefined && required) problems.push(`${name} is missing`);
    if (value !== undefined && schema.type === 'integer' && !/^\d+$/.test(value))
      problems.push(`${name} is no whole number: ${value}`);
  }
  return problems;
}

function bodyProblems(
  { content }: DescribedAnswer,
  { method, route }: Asked,
  answer: Answer,
  validatorOf: (schema: Schema) => ValidateFunction,
): readonly string[] {
  const { status, body } = answer;
  const contentType = headerOf(answer, 'content-type');
  const type = /^[^;]*/.exec(contentType ?? '')?.[0].trim() ?? '';
  if (content === undefined) return body.length === 0 ? [] : [`a body where none is described (${status})`];
  if (method === 'HEAD') return body.length === 0 ? [] : ['a body after HEAD'];
  const schema = content[type]?.schema;
  if (schema === undefined) return [`content type ${contentType} is not listed for ${status} of ${route}`];
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return ['the body is not UTF-8'];
  }
  const validate = validatorOf(schema);
  if (type === 'text/event-stream') return streamProblems(text, validate, schema);
  if (type !== 'application/json') return validate(text) ? [] : [said(validate.errors)];
  const value = parsed(text);
  if (value === undefined) return ['the body is not JSON'];
  if (!validate(value)) return [said(validate.errors)];
  const { error } = value as { error?: { code?: unknown } };
  const isOwnError = status >= 400 && error !== undefined && !('jsonrpc' in (value as object));
  if (isOwnError && error.code !== status && error.code !== 'ai_quota_exceeded')
    return [`error.code is ${error.code}, the status ${status}`];
  return [];
}

/** Every event is its data alone; a schema of text says nothing of them, so they are JSON objects then. */
function streamProblems(text: string, validate: ValidateFunction, schema: Schema): readonly string[] {
  const events = text.split('\n\n').filter((event) => event !== '' && !event.startsWith(':'));
  if (!text.endsWith('\n\n')) return ['the stream ends in the middle of an event'];
  return events.flatMap((event) => {
    const data = /^(?:event: message\n)?(?:id: \S*\n)?data: (.*)$/.exec(event)?.[1];
    if (data === undefined) return [`no event: ${JSON.stringify(event.slice(0, 80))}`];
    const value = data === '[DONE]' ? data : parsed(data);
    if (value === undefined) return [`data that is not JSON: ${data.slice(0, 80)}`];
    if (schema.type === 'string') return [];
    return validate(value) ? [] : [said(validate.errors)];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function said(errors: readonly ErrorObject[] | null | undefined): string {
  const [first] = errors ?? [];
  return `does not fit its schema: ${first?.instancePath} ${first?.message} ${JSON.stringify(first?.params)}`;
}
