import { EventEmitter } from 'node:events';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { logDocuments } from './document-log.ts';
import type { EgressGate } from './egress-gate.ts';

/** What a page tells of a request that failed, as reasons of failures. */
function failuresOf(cause: string, { isNavigation = false, mayRepeat = true } = {}): string[] {
  const frame = {};
  const page = Object.assign(new EventEmitter(), { mainFrame: () => frame });
  const failures: string[] = [];
  logDocuments(page as unknown as Page, {
    gate: { failureFor: () => undefined } as unknown as EgressGate,
    maxBytes: 1000,
    onFailure: ({ failure }) => failures.push(failure.reason),
    mayRepeat,
  });
  page.emit('requestfailed', {
    url: () => 'http://site.example/list.json',
    failure: () => ({ errorText: cause }),
    isNavigationRequest: () => isNavigation,
    frame: () => frame,
  });
  return failures;
}

test("a change of this machine's network is no fault of the target", () => {
  for (const cause of ['ERR_NETWORK_CHANGED', 'ERR_INTERNET_DISCONNECTED', 'ERR_PROXY_CONNECTION_FAILED'])
    expect(failuresOf(cause, { isNavigation: true, mayRepeat: false })).toEqual(['busy']);
  expect(failuresOf('net::ERR_EMPTY_RESPONSE', { isNavigation: true })).toEqual(['upstream_unreachable']);
});

test('a page that lacks a part for it is rendered again, as long as that is allowed', () => {
  expect(failuresOf('net::ERR_NETWORK_CHANGED')).toEqual(['busy']);
  expect(failuresOf('net::ERR_NETWORK_CHANGED', { mayRepeat: false })).toEqual([]);
  expect(failuresOf('net::ERR_CONNECTION_RESET')).toEqual([]);
});
