import { expect, test } from 'vitest';
import { fileWords } from './picture-name.ts';

test.each([
  ['supervised_learning.webp', 'supervised learning'],
  ['red-canvas-shoe-1024x576.jpg?w=600', 'red canvas shoe'],
  ['JOCO-Cup-8oz-Dune-Front-Web-1.png', 'JOCO Cup 8 oz Dune Front'],
  ['Top-Backpack-2025-768x1152.webp', 'Top Backpack 2025'],
  ['ParisBaguette.jpg', 'Paris Baguette'],
  ['66f01a2e3451702dbe2d88ca_Ann%20Roe-Psychologist.avif', 'Ann Roe Psychologist'],
  ['images?src=%2Fstatic%2Fcustomer-service.1cf0fc66.svg&w=640', 'customer service'],
  ['hafen_übersicht.png', 'hafen übersicht'],
  ['港口地图.png', '港口地图'],
])('the words of %s are "%s"', (file, words) => {
  expect(fileWords(`https://example.com/a/${file}`)).toBe(words);
});

test.each([
  'IMG_2067.jpg',
  'image-16.webp',
  'unsplash-image-Y0zXQybER54.jpg',
  '0083f5d5fdf88319dcc486025594ec58.avif',
  'AD_4nXebbNKkYxjHfzYuR5zweswIZjReRomlsQMQwuC1rq8LDxVh.png',
  '5_1739652857m.jpg',
  'Screenshot-2025-12-19-at-10.56.56.png',
  'proxy.php?image=boat',
  '%E0%A4%A.png',
  '',
])('"%s" has none', (file) => {
  expect(fileWords(`https://example.com/a/${file}`)).toBe('');
});
