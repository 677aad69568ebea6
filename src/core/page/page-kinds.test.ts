import { expect, test } from 'vitest';
import { addressKinds } from './page-kinds.ts';

const [THREAD, PRODUCT, COLLECTION, DOCUMENTATION, ARTICLE, LIST, SERVICE] = [0, 1, 2, 3, 4, 5, 6];

test.each([
  ['https://example.org/viewtopic.php?t=4', { [THREAD]: 2 }],
  ['https://example.org/Product/4711', { [PRODUCT]: 2 }],
  ['https://shop.example.org/dp/4711', { [PRODUCT]: 2, [COLLECTION]: 1 }],
  ['https://docs.example.org/', { [DOCUMENTATION]: 1 }],
  ['https://docs.example.org/guide/topics', { [THREAD]: 2, [DOCUMENTATION]: 2, [LIST]: 2 }],
  ['https://example.org/producty/blogger', {}],
  ['https://newsroom.example.org/2024/pricing', { [ARTICLE]: 1, [SERVICE]: 2 }],
  ['', {}],
])('%s tells %o', (url, told: Record<number, number>) => {
  expect(addressKinds(url)).toEqual(Array.from({ length: 7 }, (_, kind) => told[kind] ?? 0));
});
