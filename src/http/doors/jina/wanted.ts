import type { IncomingHttpHeaders } from 'node:http';
import { invalid } from '../../../contract/failure.ts';
import { DONE, FIELDS, type Wanted } from './fields.table.ts';

/** A request of theirs, read: what of it is done, and the names of the fields that are not. */
export interface JinaRequest extends Wanted {
  readonly notDone: readonly string[];
}

/** Reads the header fields of theirs. Throws `invalid_request` for a value that does not fit, or a format that is not given. */
export function readFields(headers: IncomingHttpHeaders): JinaRequest {
  let wanted: Wanted = { request: {}, call: {}, format: 'content', pairs: false, budget: Infinity };
  const notDone: string[] = [];
  for (const name of FIELDS) {
    const value = [headers[name]].flat().join(', ').trim();
    if (value === '' || value === 'false') continue;
    const read = DONE[name];
    if (read === undefined) notDone.push(name);
    else wanted = merged(wanted, read(value, name));
  }
  return { ...wanted, notDone };
}

const merged = (wanted: Wanted, more: Partial<Wanted>): Wanted => ({
  ...wanted,
  ...more,
  request: { ...wanted.request, ...more.request },
  call: { ...wanted.call, ...more.call },
});

/** `x-target-selector` as the body has it: `targetSelector`. */
const inBody = (field: string): string =>
  field.slice('x-'.length).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Fields of a body that are named as not done: they stand in a header field. */
const MOST_NAMED = 10;

/** Those that hold the page. */
const PAGE_FIELDS = new Set(['url', 'html']);
const BODY_FIELDS = new Map(FIELDS.map((field) => [inBody(field), field]));

/**
 * The header fields that a body stands for, those of the request beneath, and the page that it names. Throws `invalid_request` for
 * a body without a page, or one that holds what is not read here.
 */
export function readJinaBody(body: unknown, headers: IncomingHttpHeaders) {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('Send an object with "url" as the body.');
  const options = body as Readonly<Record<string, unknown>>;
  const { url, html } = options;
  if (typeof url !== 'string') throw invalid('Set "url" to the address of a page.');
  const fields: IncomingHttpHeaders = { ...headers };
  const notDone: string[] = [];
  for (const name in options) {
    const value = options[name];
    const field = BODY_FIELDS.get(name);
    if (name === 'pdf' || name === 'file')
      throw invalid(`Send the file to POST /v1/convert/file in place of "${name}".`);
    if (field !== undefined && value !== null) fields[field] = textOf(value, name);
    else if (field === undefined && !PAGE_FIELDS.has(name) && notDone.length < MOST_NAMED)
      notDone.push(name.slice(0, 40).toWellFormed());
  }
  return { url, html, fields, notDone };
}

function textOf(value: unknown, name: string): string {
  const all = [value].flat();
  if (all.every((one) => ['string', 'number', 'boolean'].includes(typeof one))) return all.join(', ');
  throw invalid(`Set "${name}" to a text, a number, true or false, or a list of texts.`);
}
