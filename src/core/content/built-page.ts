import type { HtmlDocument, HtmlNode } from '../html/tree.ts';
import { lazyFor } from '../lazy.ts';
import type { ConvertOptions } from '../options.ts';
import type { Annotation } from '../page/annotation.ts';
import type { Roles } from '../page/roles.ts';
import type { Selection } from '../select/selection.ts';
import { labelsOfCode } from '../units/code-label.ts';
import { NoteIndex } from '../units/notes.ts';
import { tabsOf } from '../units/tabs.ts';
import type { Typesetting } from './handlers/math/split-tex.ts';
import { resolveUrl } from './urls.ts';

/** What handlers ask of the page that is built: its nodes, options, notes, and what was found out on the way. */
export class BuiltPage {
  readonly doc: HtmlDocument;
  readonly roles: Roles;
  readonly removedBy: Uint8Array;
  readonly notes: NoteIndex;
  readonly tabs: ReturnType<typeof tabsOf>;
  readonly codeLabels: ReturnType<typeof labelsOfCode>;
  /** What scripts make of TeX in the text at this place, where that is not said of the page. */
  typesetting: Typesetting | null = null;
  /** The file name above the code that comes next. */
  codeTitle: string | null = null;
  /** `resolveUrl` on the page's base, remembered: pages repeat their links. */
  readonly resolve = lazyFor((raw: string) => resolveUrl(raw, this.doc.baseUrl));

  constructor(
    readonly page: Annotation,
    readonly selection: Selection,
    readonly options: ConvertOptions,
  ) {
    this.doc = page.doc;
    this.roles = page.roles;
    this.removedBy = selection.removedBy;
    this.notes = new NoteIndex(page, selection.removedBy);
    this.tabs = tabsOf(page);
    this.codeLabels = labelsOfCode(page);
  }

  /** The nodes in an element that stay, in document order. */
  keptIn({ index, end }: HtmlNode): HtmlNode[] {
    const kept: HtmlNode[] = [];
    for (let i = index + 1; i < end; i++) {
      const node = this.doc.nodes[i]!;
      if (this.removedBy[i] === 0) kept.push(node);
      else i = node.end - 1;
    }
    return kept;
  }

  /** Takes the steps of a look at all descendants of `node` before it is walked: what looks so may be nested. */
  lookInto({ index, end }: HtmlNode): void {
    this.doc.budget.spend(end - index, 'looking ahead');
  }
}
