import type { ShownRequest } from '../curl.ts';

/** The request that a form of the reference describes; `credential` stands in its header field, when it wants one. */
export function requestOf(form: HTMLFormElement, base: string, credential: string): ShownRequest {
  const { method = 'GET', path = '', stream, header, prefix = '' } = form.dataset;
  const fields = [
    ...form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>('[data-in]'),
  ];
  const filled = fields
    .filter(({ dataset }) => dataset.in === 'path')
    .reduce((text, { name, value }) => text.replace(`{${name}}`, () => asPath(value)), path);
  const body = fields.find(({ dataset }) => dataset.in === 'body')?.value ?? null;
  const query = fields
    .filter(({ dataset, value }) => dataset.in === 'query' && value.trim() !== '')
    .flatMap(({ name, value }) =>
      value
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => `${name}=${encodeURIComponent(line.trim())}`),
    );
  const joint = filled.includes('?') ? '&' : '?';
  return {
    method,
    address: base + filled + (query.length === 0 ? '' : joint + query.join('&')),
    headers: {
      ...(header !== undefined && credential !== '' ? { [header]: prefix + credential } : {}),
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    },
    body,
    isStream: stream === 'yes',
  };
}

/** An address stands in the path as it is, but for what would end the path or the request. */
const asPath = (text: string): string => text.trim().replace(/[\s#]/g, encodeURIComponent);
