import type { HtmlNode } from '../html/tree.ts';
import type { RoleSet, Roles } from '../page/roles.ts';
import { hidesForGood, isHiding } from '../page/visibility/hidden-element.ts';

/** The attributes every handler asks for, read in one pass when an element is entered. */
export class AttributeView {
  id = '';
  style = '';
  role = '';
  /** What the class attribute says. */
  readonly roles: RoleSet;
  /** An attribute hides the element (`isHiding`). */
  hidden = false;
  /** A style hides it that scripts do not undo. */
  isGone = false;
  ariaHidden = false;
  /** Waits for its script. */
  isBusy = false;
  /** Stands in a slot of a custom element. */
  hasSlot = false;
  /** Begins a page of the printed book (EPUB). */
  isPagebreak = false;

  constructor(node: HtmlNode, roles: Roles) {
    this.roles = roles.of(node);
    for (const attribute of node.attrs) {
      const { name, value } = attribute;
      switch (name) {
        case 'id':
          this.id = value;
          break;
        case 'style':
          this.style = value;
          if (isHiding(attribute, node)) {
            this.hidden = true;
            this.isGone = hidesForGood(attribute);
          }
          break;
        case 'role':
          this.role = value;
          break;
        case 'hidden':
        case 'inert':
        case 'popover':
          if (isHiding(attribute, node)) this.hidden = true;
          break;
        case 'slot':
          this.hasSlot = value !== '';
          break;
        case 'epub:type':
          this.isPagebreak = value === 'pagebreak';
          break;
        case 'aria-hidden':
          this.ariaHidden = value === 'true';
          break;
        case 'aria-busy':
          this.isBusy = value === 'true';
          break;
      }
    }
  }
}
