import type { HtmlNode } from '../html/tree.ts';
import { hidesByStyle } from './styles.ts';
import { classTraits, type TraitCache } from './traits.ts';

/** The attributes every handler asks for, read in one pass when an element is entered. */
export interface AttributeView {
  id: string;
  cls: string;
  style: string;
  role: string;
  /** Bits of `traits.ts` for the class attribute. */
  traits: number;
  /** `hidden`, or a style that takes the element off the page. */
  hidden: boolean;
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
    cls: '',
    style: '',
    role: '',
    traits: 0,
    hidden: false,
    ariaHidden: false,
    isBusy: false,
    hasSlot: false,
    isPagebreak: false,
  };
}

/** Fills `view` with the attributes of `node`. */
export function readAttributes(node: HtmlNode, view: AttributeView, cache: TraitCache): void {
  view.id = '';
  view.cls = '';
  view.style = '';
  view.role = '';
  view.traits = 0;
  view.hidden = false;
  view.ariaHidden = false;
  view.isBusy = false;
  view.hasSlot = false;
  view.isPagebreak = false;
  for (const { name, value } of node.attrs) {
    switch (name) {
      case 'class':
        view.cls = value;
        view.traits = classTraits(value, cache);
        break;
      case 'id':
        view.id = value;
        break;
      case 'style':
        view.style = value;
        if (hidesByStyle(value)) view.hidden = true;
        break;
      case 'role':
        view.role = value;
        break;
      case 'hidden':
        if (value !== 'until-found') view.hidden = true;
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
