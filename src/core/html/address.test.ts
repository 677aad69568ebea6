import { expect, it } from 'vitest';
import { isPictureFile, isPictureName, withoutPictureKind } from './address.ts';

it.each([
  ['https://example.com/boat.JPG?w=300#top', true],
  ['/boat.jpeg', true],
  ['boat.svg', true],
  ['/boat.jpg/large', false],
  ['/photo?file=boat.jpg', false],
  ['/boat', false],
  ['', false],
])('isPictureFile(%s) is %s', (address, is) => {
  expect(isPictureFile(address)).toBe(is);
});

it('isPictureName takes a text as a name, whatever stands in it', () => {
  expect(isPictureName('boat #1.png')).toBe(true);
  expect(isPictureName('boat.png, large')).toBe(false);
});

it('withoutPictureKind takes the kind of a picture off, nothing else', () => {
  expect(withoutPictureKind('boat.1x1.gif')).toBe('boat.1x1');
  expect(withoutPictureKind('boat.html')).toBe('boat.html');
});
