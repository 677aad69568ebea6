import type { HtmlDocument, HtmlNode } from '../html/tree.ts';
import type { ConvertOptions } from '../options.ts';
import type { Annotation } from '../page/annotate.ts';
import type { Roles } from '../page/roles.ts';
import type { Selection } from '../select/selection.ts';
import type { NoteIndex } from '../units/notes.ts';
import { AttributeView } from './attributes.ts';
import { type Typesetting, typesettingOf } from './handlers/math/typesets.ts';
import { resolveUrl } from './urls.ts';

/**
 * How many nodes handlers may look ahead over, for each node of the page. Real pages need one or two; boxes nested
 * thousands deep would make every look ahead quadratic, and are then taken by their tag alone.
 */
const LOOK_AHEAD = 12;

/** What handlers ask of the page that is built: its nodes, options, notes, and what was found out on the way. */
export class BuiltPage {
  readonly doc: HtmlDocument;
  readonly removedBy: Uint8Array;
  /** Elements that stay although they are hidden; see `Selection.revealed`. */
  readonly revealed: Uint8Array | null;
  /** Elements that a rule is due ahead of; see `Selection.parted`. */
  readonly parted: Uint8Array | null;
  /** What scripts make of TeX in the text of the page, and at this place. */
  readonly pageTypesetting: Typesetting;
  typesetting: Typesetting;
  /** What the class attributes of this page say. */
  readonly roles: Roles;
  /** The page has footnotes, or parts of theirs to leave out. */
  readonly hasNotes: boolean;
  /** Attributes of the element being entered. */
  at: AttributeView;
  /** Open `<q>` elements. */
  quotes = 0;
  /** The file name above the code that comes next. */
  codeTitle: string | null = null;
  private readonly urls = new Map<string, string | null>();
  private lookAhead: number;

  constructor(
    readonly page: Annotation,
    selection: Selection,
    readonly options: ConvertOptions,
    readonly notes: NoteIndex,
  ) {
    const { doc } = page;
    this.doc = doc;
    this.roles = page.roles;
    this.removedBy = selection.removedBy;
    this.revealed = selection.revealed ?? null;
    this.parted = selection.parted ?? null;
    this.hasNotes = notes.definitions.size > 0;
    this.at = new AttributeView(doc.root, page.roles);
    this.pageTypesetting = typesettingOf(doc);
    this.typesetting = this.pageTypesetting;
    this.lookAhead = doc.nodes.length * LOOK_AHEAD + 10_000;
  }

  /** `resolveUrl` on the page's base, remembered: pages repeat their links. */
  resolve(raw: string): string | null {
    let url = this.urls.get(raw);
    if (url === undefined) {
      url = resolveUrl(raw, this.doc.baseUrl);
      this.urls.set(raw, url);
    }
    return url;
  }

  /** True when a handler may look at all descendants of `node` before it is walked (see `LOOK_AHEAD`). */
  mayScan(node: HtmlNode): boolean {
    const ahead = node.end - node.index;
    this.doc.budget.spend(ahead, 'looking ahead');
    this.lookAhead -= ahead;
    return this.lookAhead > 0;
  }
}
