import type { PreparedPage } from './prepared-page.ts';

/** F1 over word multisets of what a selection of blocks keeps, against the gold text; null without one. */
export function wordF1(p: PreparedPage, keep: (block: number) => boolean): number | null {
  if (!p.page.gold) return null;
  const gold = new Map<number, number>();
  for (const hash of p.page.gold.hashes) gold.set(hash, (gold.get(hash) ?? 0) + 1);
  let kept = 0;
  let hits = 0;
  p.annotation.blocks.forEach((block, i) => {
    if (!keep(i)) return;
    for (const hash of block.hashes) {
      kept++;
      const left = gold.get(hash) ?? 0;
      if (left > 0) {
        hits++;
        gold.set(hash, left - 1);
      }
    }
  });
  const size = kept + p.page.gold.hashes.length;
  return size > 0 ? (2 * hits) / size : 1;
}

/** Means of F1 by group, as one line each. */
export function report(title: string, pages: readonly PreparedPage[], f1: readonly (number | null)[]): void {
  const groups = new Map<string, number[]>();
  const put = (key: string, value: number): void => {
    const list = groups.get(key) ?? [];
    groups.set(key, list);
    list.push(value);
  };
  pages.forEach((p, i) => {
    const value = f1[i];
    if (value === null || value === undefined) return;
    const { dataset, type } = p.page;
    if (dataset === 'wcxb' || dataset === 'zh') {
      put('MAIN', value);
      put(`  ${dataset === 'zh' ? 'zh' : type}`, value);
    } else put(dataset, value);
  });
  const text = [...groups]
    .sort((x, y) => (x[0] < y[0] ? -1 : 1))
    .map(([key, list]) => {
      const mean = list.reduce((x, y) => x + y, 0) / list.length;
      const bad = (100 * list.filter((x) => x < 0.5).length) / list.length;
      return `${key.trim()} ${mean.toFixed(4)}${key === 'MAIN' ? ` bad ${bad.toFixed(1)}%` : ''}`;
    });
  console.log(`${title}: ${text.join(' | ')}`);
}
