import fc from 'fast-check';
import { EditMap } from 'micromark-util-edit-map';
import { expect, it } from 'vitest';
import { withEditsInPlace } from './parser-patches.ts';

const edits = fc.array(fc.tuple(fc.nat(30), fc.nat(3), fc.array(fc.string(), { maxLength: 3 })), {
  maxLength: 6,
});

/** Some events after the edits that fit them: those that do not reach into each other. */
function edited(wanted: [number, number, string[]][]): string[] {
  const events = Array.from({ length: 30 }, (_, i) => `event ${i}`);
  const map = new EditMap();
  let free = 0;
  for (const [at, removed, added] of [...wanted].sort(([a], [b]) => a - b)) {
    if (at < free) continue;
    map.add(at, removed, [...added] as never[]);
    free = at + removed + 1;
  }
  map.consume(events as never[]);
  expect(map.map).toEqual([]);
  return events;
}

it('edits in place give the events that the parser would', () => {
  fc.assert(
    fc.property(edits, (wanted) => {
      expect(withEditsInPlace(() => edited(wanted))).toEqual(edited(wanted));
    }),
  );
});

it('edits are in place for the time of a parse alone, one that throws too', () => {
  const { consume } = EditMap.prototype;
  const inside = withEditsInPlace(() => EditMap.prototype.consume);
  expect(inside).not.toBe(consume);
  expect(() =>
    withEditsInPlace(() => {
      throw new Error('parsing');
    }),
  ).toThrow('parsing');
  expect(EditMap.prototype.consume).toBe(consume);
});
