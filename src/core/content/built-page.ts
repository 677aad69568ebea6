import type { HtmlDocument, HtmlNode } from '../html/tree.ts';
import type { ConvertOptions } from '../options.ts';
import type { Annotation } from '../page/annotate.ts';
import type { RoleSet, Roles } from '../page/roles.ts';
import { hidesForGood, isHiding } from '../page/visibility/hidden-element.ts';
import type { Selection } from '../select/selection.ts';
import type { NoteIndex } from '../units/notes.ts';
import { type Typesetting, typesettingOf } from './handlers/math/split-tex.ts';
import { resolveUrl } from './urls.ts';

/** What most handlers ask of an element, read in one pass when it is entered. */
export class AttributeView {
  style = '';
  role = '';
  readonly roles: RoleSet;
  /** An attribute hides the element (`isHiding`). */
  hidden = false;
  /** A style hides it that scripts do not undo. */
  isGone = false;

  constructor(node: HtmlNode, roles: Roles) {
    this.roles = roles.of(node);
    for (const attribute of node.attrs) {
      switch (attribute.name) {
        case 'style':
          this.style = attribute.value;
          break;
        case 'role':
          this.role = attribute.value;
      }
      if (!isHiding(attribute, node)) continue;
      this.hidden = true;
      this.isGone ||= hidesForGood(attribute);
    }
  }
}

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
  readonly roles: Roles;
  /** The page has footnotes, or parts of theirs to leave out. */
  readonly hasNotes: boolean;
  at: AttributeView;
  quotes = 0;
  /** The file name above the code that comes next. */
  codeTitle: string | null = null;
  private readonly urls = new Map<string, string | null>();

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

  /** Takes the steps of a look at all descendants of `node` before it is walked: what looks so may be nested. */
  lookInto({ index, end }: HtmlNode): void {
    this.doc.budget.spend(end - index, 'looking ahead');
  }
}
