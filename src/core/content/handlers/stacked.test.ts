import { expect, it, vi } from 'vitest';
import { parseHtml } from '../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { Roles } from '../../page/roles.ts';
import { buildContent } from '../build.ts';

/** How often a build asks for the roles of an element. */
function questionsOf(html: string): number {
  const doc = parseHtml(html, 'https://example.org/');
  const page = annotate(doc);
  const has = vi.spyOn(Roles.prototype, 'has');
  buildContent(page, { removedBy: new Uint8Array(doc.nodes.length), steps: [] }, {});
  const questions = has.mock.calls.length;
  has.mockRestore();
  return questions;
}

it.each(['num', 'den'])(
  'asks as much of each part of a fraction, however many stand in a row: %s',
  (name) => {
    const part = `<span class="${name}">1</span>`;
    expect(questionsOf(part.repeat(400))).toBeLessThan(5 * questionsOf(part.repeat(100)));
  },
);
