/**
 * The parts of the DOM that the scripts of this folder use. They run inside pages, as text: each is one function that
 * refers to nothing outside itself.
 */
export interface PageElement extends PageRoot {
  readonly tagName: string;
  readonly outerHTML: string;
  readonly innerHTML: string;
  readonly shadowRoot: (PageRoot & { readonly textContent: string }) | null;
  readonly scrollHeight: number;
  innerText?: string;
  textContent: string;
  readonly firstElementChild: PageElement | null;
  /** None on elements of unknown XML. */
  readonly style?: PageStyle;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  cloneNode(deep: boolean): PageElement;
  getBoundingClientRect(): { readonly width: number; readonly height: number };
  checkVisibility(options: { readonly visibilityProperty: boolean }): boolean;
  remove(): void;
  replaceWith(node: PageElement): void;
  getHTML?(options: { shadowRoots: readonly PageRoot[] }): string;
}

/** Declarations of an element by their CSS names; computed ones can be read alone. */
export interface PageStyle {
  getPropertyValue(name: string): string;
  setProperty(name: string, value: string): void;
}

/** A document or shadow root. */
export interface PageRoot {
  querySelectorAll(selector: string): ArrayLike<PageElement>;
}

interface PageDocument extends PageRoot {
  readonly documentElement: PageElement;
  readonly body: PageElement | null;
  readonly readyState: string;
  readonly baseURI: string;
  readonly contentType: string;
  createElement(tag: string): PageElement;
}

/** What the scripts see as globals. */
export interface PageWindow {
  readonly document: PageDocument;
  readonly innerHeight: number;
  readonly performance: {
    getEntriesByType(type: 'navigation'): readonly { readonly decodedBodySize: number }[];
  };
  getComputedStyle(element: PageElement): PageStyle;
  scrollTo(x: number, y: number): void;
  requestAnimationFrame(run: (time: number) => void): number;
}
