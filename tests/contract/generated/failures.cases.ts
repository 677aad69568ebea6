import type { GeneratedRequest } from './request-types.ts';

/** A request whose answer was once one that the description does not tell. */
export interface FailureCase {
  readonly name: string;
  readonly request: GeneratedRequest;
  /** The statuses of its answers. */
  readonly statuses: readonly number[];
}

/** Requests that a search found; they are sent in every run. */
export const FAILURES: readonly FailureCase[] = [
  {
    name: 'bytes that are no request get the fields of every answer',
    request: { method: 'GET', path: '/x/\u0081', headers: [] },
    statuses: [400],
  },
  {
    name: 'a path that cannot be decoded gets the fields of every answer',
    request: { method: 'GET', path: '/%', headers: [] },
    statuses: [400],
  },
  {
    name: 'an unknown expectation gets the fields of every answer',
    request: {
      kind: 'Expect',
      raw: 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: x\r\n\r\n',
      asks: [{ method: 'GET', path: '/health' }],
      isWhole: true,
    },
    statuses: [400],
  },
  {
    name: 'HEAD of a path that is none has no body',
    request: { method: 'HEAD', path: '/x/\u0081', headers: [] },
    statuses: [400],
  },
  {
    name: 'a request whose body never comes has one answer',
    request: {
      kind: 'body on GET that does not come',
      raw: 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\n',
      asks: [{ method: 'GET', path: '/health' }],
    },
    statuses: [200],
  },
  {
    name: 'an error of JSON-RPC repeats an id that is no whole number',
    request: {
      method: 'POST',
      path: '/mcp',
      headers: [
        ['authorization', 'Bearer {apiKey}'],
        ['content-type', 'application/json'],
      ],
      body: '{"jsonrpc":"2.0","id":1.5,"method":"tools/call","params":{}}',
    },
    statuses: [400],
  },
  {
    name: 'the address of a page is a URI',
    request: {
      method: 'POST',
      path: '/v1/convert',
      headers: [
        ['authorization', 'Bearer {apiKey}'],
        ['content-type', 'application/json'],
      ],
      body: '{"url":"{site}/odd|path^{}`?a[]=1#b#c","html":"<h1>Rivers</h1>","include_metadata":true}',
    },
    statuses: [200],
  },
  {
    name: 'the canonical address and the image of a page are URIs',
    request: {
      method: 'POST',
      path: '/v1/convert',
      headers: [
        ['authorization', 'Bearer {apiKey}'],
        ['content-type', 'application/json'],
      ],
      body: '{"url":"http://a.invalid/","html":"<link rel=canonical href=\'/a|{}\'><meta property=og:image content=\'/b[1].png\'><h1>Rivers</h1>","include_extended":true}',
    },
    statuses: [200],
  },
];
