import { expect, test } from 'vitest';
import { FREE_CALLER } from '../../../../tests/support/fake-http.ts';
import { isSameRequest, readCrawl } from './job-request.ts';

test('isSameRequest tells a job of a version that wrote its fields in another order', () => {
  const { request } = readCrawl({ url: 'https://a.example/', limit: 3 }, FREE_CALLER);
  const { bounds, ...crawl } = request.crawl!;
  const earlier = { ...request, crawl: { ...crawl, bounds } };
  expect(isSameRequest(JSON.stringify(earlier), JSON.stringify(request))).toBe(true);
  const other = { ...earlier, crawl: { ...crawl, bounds: { ...bounds, limit: 4 } } };
  expect(isSameRequest(JSON.stringify(other), JSON.stringify(request))).toBe(false);
});
