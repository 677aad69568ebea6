import { expect, it } from 'vitest';
import { headingQuestion } from './headings.ts';

it.each([
  ['How to write', 'How do I write?'],
  ['How to get TO', 'How do I get TO?'],
  ['How to TO', 'How do I TO?'],
  ['How to O:', 'How do I O?'],
])('asks for what a heading says in the place of `*`, as it stands there: %s', (line, question) => {
  expect(headingQuestion(line, 'en')).toBe(question);
});
