import type { HtmlNode } from '../../../html/tree.ts';
import type { Annotation } from '../../page/annotate.ts';
import { blockRange, keptWords } from '../../page/block-range.ts';
import { ClassTest } from '../../page/class-test.ts';
import { CONTEXT } from '../../page/element-kind.ts';
import type { ScoredPage } from '../scored-page.ts';

/** A text that only holds the place of another one. */
const TEMPLATE = /^\s*\{\{[^{}]*\}\}\s*$/;
/** A text that a script shows while it waits for another one. */
const LOADING =
  /^\s*(?:loading|chargement|cargando|wird geladen|laden|caricamento|carregando|ładowanie|загрузка|加载中|載入中|読み込み中|로딩 중)\s*(?:…|\.{2,4})\s*$/i;
/** Attributes by which AngularJS, Vue and Alpine know what they fill in. */
const DIRECTIVE = /^(?:data-)?(?:ng|v|x)-/;
/** Elements around a text that may have such an attribute. */
const MAX_HEIGHT = 4;

/** Class of the box that shows what a search finds. */
const RESULTS = /(?:^|\s)search-results?(?=\s|$)/;

/**
 * Drops what a script would have filled in or taken out: templates (`<b ng-show="error">{{ error.message }}</b>`),
 * "Loading…" and the results of a search that nobody made, without any link. A text about templates stays. Changes `keep`.
 */
export function dropTemplates({ a }: ScoredPage, keep: Uint8Array): void {
  dropUnmadeSearches(a, keep);
  a.blocks.forEach(({ first, end, context }, i) => {
    if (keep[i] !== 1 || end > first + 1 || (context & CONTEXT.code) !== 0) return;
    const { text, parent } = a.doc.nodes[first]!;
    const isTemplate = text.includes('{{') && TEMPLATE.test(text) && hasDirective(parent);
    if (isTemplate || LOADING.test(text)) keep[i] = 0;
  });
}

/** Most words of what stands in place of results. */
const MAX_HINT_WORDS = 20;

/** Drops boxes for the results of a search that have none, beside what stays. */
function dropUnmadeSearches(a: Annotation, keep: Uint8Array): void {
  const boxes = new ClassTest(a, RESULTS).elements();
  if (boxes.length === 0) return;
  const kept = keptWords(a, keep);
  let staying = kept[keep.length]!;
  let judgedTo = 0;
  for (const { index, end } of boxes) {
    if (index < judgedTo) continue;
    judgedTo = end;
    const [from, to] = blockRange(a, index);
    const words = kept[to]! - kept[from]!;
    if (
      words === staying ||
      words > MAX_HINT_WORDS ||
      a.doc.nodes.slice(index, end).some(({ tag }) => tag === 'a')
    )
      continue;
    keep.fill(0, from, to);
    staying -= words;
  }
}

function hasDirective(node: HtmlNode | null): boolean {
  let up = node;
  for (let height = 0; up !== null && height < MAX_HEIGHT; height++) {
    if (up.attrs.some(({ name }) => DIRECTIVE.test(name))) return true;
    up = up.parent;
  }
  return false;
}
