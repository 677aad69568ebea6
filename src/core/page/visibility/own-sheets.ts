import { isBlank } from '../../html/blank.ts';
import { OF_SHADOW_ROOT } from '../../html/shadow-root.ts';
import { attr, type HtmlDocument, type HtmlNode, nearest, TEXT } from '../../html/tree.ts';
import { lazy } from '../../lazy.ts';
import { holdsOnScreen } from './conditions.ts';
import { PageNames } from './page-names.ts';
import { dataOf, SheetReader } from './style-sheet.ts';

/** The styles that a page brings along. */
export interface OwnSheets {
  readonly reader: SheetReader;
  /** No style sheet comes from elsewhere. */
  readonly areAll: boolean;
  readonly names: () => PageNames;
}

/** Reads the styles of a page for a screen: `<style>`, and sheets that stand in an address. Spends its budget. */
export function readOwnSheets(doc: HtmlDocument): OwnSheets {
  const { elements, budget } = doc;
  const names = lazy(() => new PageNames(doc));
  const reader = new SheetReader(names);
  for (const node of elements.tagged('style', 'link', 'noscript')) {
    if (node.tag === 'noscript') {
      for (const css of stylesIn(node.first?.kind === TEXT ? node.first.text : '')) reader.readShowing(css);
      continue;
    }
    if (!isForScreens(node)) continue;
    const address = attr(node, 'href') ?? '';
    const css = node.tag === 'style' ? (node.first?.text ?? '') : dataOf(address);
    if (css === null) reader.isPart ||= !isBlank(address);
    else {
      budget.spend(css.length, 'reading the styles of the page');
      reader.read(css, attr(node, OF_SHADOW_ROOT) === null ? null : node.parent);
    }
  }
  reader.weighLayers();
  return { reader, areAll: !reader.isPart, names };
}

/** The style sheets in the markup of a `<noscript>`, which in the head is a text. Linear. */
function* stylesIn(markup: string): Iterable<string> {
  for (const part of markup.split(/<\/style/i).slice(0, -1)) {
    const tag = part.toLowerCase().indexOf('<style');
    const end = part.indexOf('>', tag);
    if (tag >= 0 && end >= 0) yield part.slice(end + 1);
  }
}

/** Whether a style is CSS, for a screen, and of the page itself: not of a template, nor for readers without scripts. */
function isForScreens(node: HtmlNode): boolean {
  if (node.tag === 'link' && !/\bstylesheet\b/i.test(attr(node, 'rel') ?? '')) return false;
  if (node.tag === 'style' && node.first?.kind !== TEXT) return false;
  const type = attr(node, 'type')?.trim() ?? '';
  if (type !== '' && !/^text\/css$/i.test(type)) return false;
  if (!holdsOnScreen(attr(node, 'media') ?? '')) return false;
  return nearest(node.parent, ({ tag }) => tag === 'noscript' || tag === 'template') === null;
}
