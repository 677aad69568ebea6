import { expect, test } from 'vitest';
import { fetchTimedOut, upstreamUnreachable } from './fetch-failures.ts';
import { EGRESS_PROXY, NAME_SYSTEM, unreachableCause } from './unreachable-cause.ts';

const withCode = (code: string, message = code) => Object.assign(new Error(message), { code });
const ofProxy = Object.assign(new AggregateError([withCode('ECONNREFUSED')]), { code: 'ECONNREFUSED' });
const unknown = Object.assign(withCode('ENOTFOUND'), { syscall: 'queryA', hostname: 'b.example' });

test.each([
  ['EACCES', withCode('EACCES'), 'no_network', 'no way to the server (EACCES)'],
  ['EPERM', withCode('EPERM'), 'no_network', 'no way to the server (EPERM)'],
  ['a reset', withCode('ECONNRESET'), 'closed', 'without an answer over HTTP (ECONNRESET)'],
  ['an early end', new Error('ended ahead of its head'), 'closed', '(ended ahead of its head)'],
  ['no HTTP', new Error('no HTTP'), 'closed', '(no HTTP)'],
  [
    'a proxy of two addresses',
    new Error(EGRESS_PROXY, { cause: ofProxy }),
    'proxy',
    'through (ECONNREFUSED)',
  ],
  [
    'a proxy that refuses',
    new Error(EGRESS_PROXY, { cause: new Error('proxy: 502') }),
    'proxy',
    'through (proxy: 502)',
  ],
  ['a name server that fails', { code: 'ESERVFAIL', syscall: 'queryA' }, 'no_name_server', '(ESERVFAIL)'],
])('unreachableCause knows %s', (_name, thrown, cause, said) => {
  const known = unreachableCause(upstreamUnreachable(thrown));
  expect(known?.cause).toBe(cause);
  expect(known?.toDo).toContain(said);
});

test('unreachableCause says nothing of what it does not know', () => {
  expect(unreachableCause(upstreamUnreachable(withCode('EMFILE')))).toBeNull();
  expect(unreachableCause(upstreamUnreachable(new Error('another peer answered')))).toBeNull();
  expect(unreachableCause(new Error('no HTTP'))).toBeNull();
});

test('unreachableCause says that no name server answered in time', () => {
  expect(unreachableCause(fetchTimedOut(NAME_SYSTEM))?.toDo).toMatch(
    /no name server answered \(timed out\)\.$/,
  );
});

test('unreachableCause calls no address misspelt that led to an unknown host', () => {
  const failure = upstreamUnreachable(unknown);
  expect(unreachableCause(failure, 'b.example')?.toDo).toMatch(
    /^Check the spelling .* knows "b\.example"\.$/,
  );
  expect(unreachableCause(failure, 'a.example')).toEqual({
    cause: 'unknown_name',
    toDo: 'Check the page, or give its final address: it redirects to "b.example", which no name server knows.',
  });
});
