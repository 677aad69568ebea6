import { describe, expect, test } from 'vitest';
import { gridOf, joinedGrids, toGrid } from './grid.ts';
import { joinPieces, type Row } from './piece.ts';

/** A cell of one line; '' for an empty one. */
function cell(text: string, left: number, right: number): Row[] {
  if (text === '') return [];
  const style = { bold: false, italic: false, mono: false, isRtl: false, link: null, content: null };
  const piece = { ...style, text, x: left, y: 0, width: right - left, size: 10 };
  return [{ page: 1, segments: [{ pieces: [piece], left, right }], left, right, y: 0, size: 10 }];
}

const texts = (rows: Parameters<typeof gridOf>[0]) =>
  gridOf(rows).rows.map((row) => row.map((lines) => lines.map(joinPieces).join(' ')));

describe('cells that tags tell', () => {
  const full = [cell('Old Bridge', 0, 50), cell('12', 100, 110), cell('metres', 200, 230)];

  test('below one that goes over two rows stand in their columns', () => {
    const rows = [full, [cell('39', 100, 110), cell('feet', 200, 220)]];
    expect(texts(rows)).toEqual([
      ['Old Bridge', '12', 'metres'],
      ['', '39', 'feet'],
    ]);
  });

  test('of a head that goes over two columns stand above one of these', () => {
    const rows = [[cell('Name', 10, 40), cell('Size', 150, 170)], full];
    expect(texts(rows)).toEqual([
      ['Name', 'Size', ''],
      ['Old Bridge', '12', 'metres'],
    ]);
  });

  test('without text stay where they are told', () => {
    const rows = [full, [cell('', 0, 0), cell('7', 100, 105), cell('', 0, 0)]];
    expect(texts(rows)).toEqual([
      ['Old Bridge', '12', 'metres'],
      ['', '7', ''],
    ]);
  });
});

describe('a table that goes on over the end of a page', () => {
  const columns = [
    { left: 0, right: 60 },
    { left: 100, right: 150 },
  ];
  const pageOf = (...rows: (readonly [string, string])[]) =>
    toGrid(
      rows.map(([name, size], i) => {
        const segments = [...cell(name, 0, 50), ...cell(size, 100, 140)].flatMap((row) => row.segments);
        return [{ page: 1, segments, left: 0, right: 150, y: 20 * i, size: 10 }];
      }),
      columns,
      1.2,
    );
  const read = (grid: ReturnType<typeof joinedGrids>) =>
    grid?.rows.map((row) => row.map((lines) => lines.map(joinPieces).join(' ')));

  test('is one, without the head that comes again', () => {
    const whole = joinedGrids(
      pageOf(['Name', 'Size'], ['Lamp', '12']),
      pageOf(['Name', 'Size'], ['Bell', '7']),
    );
    expect(read(whole)).toEqual([
      ['Name', 'Size'],
      ['Lamp', '12'],
      ['Bell', '7'],
    ]);
  });

  test('has a row whole that is parted', () => {
    const whole = joinedGrids(
      pageOf(['Name', 'Size'], ['Lamp', 'as high']),
      pageOf(['', 'as a house'], ['Bell', '7']),
    );
    expect(read(whole)).toEqual([
      ['Name', 'Size'],
      ['Lamp', 'as high as a house'],
      ['Bell', '7'],
    ]);
  });

  test('is none where columns stand elsewhere', () => {
    const other = { ...pageOf(['Bell', '7']), columns: [{ left: 70, right: 90 }, columns[1]!] };
    expect(joinedGrids(pageOf(['Name', 'Size'], ['Lamp', '12']), other)).toBeNull();
  });
});
