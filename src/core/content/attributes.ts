import type { HtmlNode } from '../html/tree.ts';
import { NO_ROLES, type RoleSet, type Roles } from '../page/roles.ts';
import { hidesForGood, isHiding } from '../page/visibility/hidden-element.ts';

/** The attributes every handler asks for, read in one pass when an element is entered. */
export interface AttributeView {
  id: string;
  style: string;
  role: string;
  /** What the class attribute says. */
  roles: RoleSet;
  /** An attribute hides the element (`isHiding`). */
  hidden: boolean;
  /** A style hides it that scripts do not undo. */
  isGone: boolean;
  ariaHidden: boolean;
  /** Waits for its script. */
  isBusy: boolean;
  /** Stands in a slot of a custom element. */
  hasSlot: boolean;
  /** Begins a page of the printed book (EPUB). */
  isPagebreak: boolean;
}

/** An empty view, to be filled again for each element. */
export function createAttributeView(): AttributeView {
  return {
    id: '',
    style: '',
    role: '',
    roles: NO_ROLES,
    hidden: false,
    isGone: false,
    ariaHidden: false,
    isBusy: false,
    hasSlot: false,
    isPagebreak: false,
  };
}

/** Fills `view` with the attributes of `node`. */
export function readAttributes(node: HtmlNode, view: AttributeView, roles: Roles): void {
  view.id = '';
  view.style = '';
  view.role = '';
  view.roles = roles.of(node);
  view.hidden = false;
  view.isGone = false;
  view.ariaHidden = false;
  view.isBusy = false;
  view.hasSlot = false;
  view.isPagebreak = false;
  for (const attribute of node.attrs) {
    const { name, value } = attribute;
    switch (name) {
      case 'id':
        view.id = value;
        break;
      case 'style':
        view.style = value;
        if (isHiding(attribute, node)) {
          view.hidden = true;
          view.isGone = hidesForGood(attribute);
        }
        break;
      case 'role':
        view.role = value;
        break;
      case 'hidden':
      case 'inert':
      case 'popover':
        if (isHiding(attribute, node)) view.hidden = true;
        break;
      case 'slot':
        view.hasSlot = value !== '';
        break;
      case 'epub:type':
        view.isPagebreak = value === 'pagebreak';
        break;
      case 'aria-hidden':
        view.ariaHidden = value === 'true';
        break;
      case 'aria-busy':
        view.isBusy = value === 'true';
        break;
    }
  }
}
