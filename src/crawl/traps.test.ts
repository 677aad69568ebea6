import { describe, expect, test } from 'vitest';
import { createTraps, isLoop, listKind } from './traps.ts';

const url = (path: string) => new URL(path, 'https://a.example/');

describe('listKind', () => {
  test.each([
    ['/calendar/2031/05', 'calendar'],
    ['/events/2031-05-17/', 'calendar'],
    ['/day/20310517', 'calendar'],
    ['/events?month=5&year=2031', 'calendar'],
    ['/events?start_date=2031-05-17', 'calendar'],
    ['/blog/page/12/', 'paging'],
    ['/list?page=3', 'paging'],
    ['/list?offset=40', 'paging'],
    ['/2031/05/17/a-post', null],
    ['/item/2031', null],
    ['/item/20', null],
    ['/viewtopic.php?t=20', null],
    ['/?p=2031', null],
  ])('of %s: %s', (path, kind) => {
    expect(listKind(url(path))).toBe(kind);
  });
});

describe('isLoop', () => {
  test.each([
    ['/a/a/a', true],
    ['/x/a/b/a/b/a/b/', true],
    ['/docs/v1/docs/v2/docs/v3', false],
    ['/2011/11/11/post', false],
    ['/a/b/a/b', false],
  ])('of %s: %s', (path, expected) => {
    expect(isLoop(path)).toBe(expected);
  });
});

describe('createTraps', () => {
  const judged = (path: string, row = 0) => ({ url: url(path), row });

  test('bounds combinations of parameters, and no ids', () => {
    const traps = createTraps();
    const admitAll = (paths: readonly string[]) =>
      paths.filter((path) => {
        const isIn = traps.trapOf(judged(path)) === null;
        if (isIn) traps.admit(url(path));
        return isIn;
      }).length;
    const facets = Array.from(
      { length: 1000 },
      (_, i) => `/shop?a=${i % 10}&b=${Math.floor(i / 10) % 10}&c=${Math.floor(i / 100)}`,
    );
    expect(admitAll(facets)).toBe(60);
    const topics = Array.from({ length: 1000 }, (_, i) => `/viewtopic.php?f=${i % 3}&t=${i}`);
    expect(admitAll(topics)).toBe(1000);
    const ids = Array.from({ length: 1000 }, (_, i) => `/item.php?id=${i}`);
    expect(admitAll(ids)).toBe(1000);
  });

  test('closes a shape whose pages are one page again, and none that has as many new ones', () => {
    const traps = createTraps();
    const finish = (path: string, isRepeat: boolean) => traps.finish(url(path), { isRepeat, leadsOn: false });
    for (let i = 0; i < 10; i++) finish(`/gone/${i}`, true);
    expect(traps.trapOf(judged('/gone/11'))).toBe('repeats');
    for (let i = 0; i < 40; i++) finish(`/item/${i}`, i % 2 === 0);
    expect(traps.trapOf(judged('/item/41'))).toBeNull();
    for (let i = 0; i < 40; i++) finish('/about', true);
    expect(traps.trapOf(judged('/about'))).toBeNull();
  });

  test('follows lists as long as they lead to pages', () => {
    const traps = createTraps();
    expect(traps.trapOf(judged('/list?page=90', 10))).toBeNull();
    expect(traps.trapOf(judged('/list?page=90', 11))).toBe('paging');
    for (let i = 0; i < 49; i++) traps.finish(url(`/day/2031/5/${i}`), { isRepeat: false, leadsOn: false });
    expect(traps.trapOf(judged('/day/2031/06'))).toBeNull();
    traps.finish(url('/day/2031/05'), { isRepeat: false, leadsOn: false });
    traps.finish(url('/day/2031/04'), { isRepeat: false, leadsOn: false });
    expect(traps.trapOf(judged('/day/2031/06'))).toBeNull();
    for (let i = 1; i < 10; i++) traps.finish(url(`/day/203${i}/05`), { isRepeat: false, leadsOn: false });
    for (let i = 0; i < 50; i++) traps.finish(url(`/list?page=${i}`), { isRepeat: false, leadsOn: false });
    expect(traps.trapOf(judged('/day/2031/06'))).toBe('calendar');
    expect(traps.trapOf(judged('/a-page'))).toBeNull();
  });
});
