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
  readonly scrollWidth: number;
  innerText?: string;
  textContent: string;
  readonly firstElementChild: PageElement | null;
  readonly childElementCount: number;
  readonly parentElement: PageElement | null;
  readonly assignedSlot: PageElement | null;
  readonly childNodes: ArrayLike<PageText>;
  /** Of `<details>`. */
  open?: boolean;
  /** None on elements of unknown XML. */
  readonly style?: PageStyle;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  cloneNode(deep: boolean): PageElement;
  removeAttribute(name: string): void;
  closest(selector: string): PageElement | null;
  getRootNode(): unknown;
  getBoundingClientRect(): PageRect;
  scrollIntoView(options: { readonly block: 'center'; readonly behavior: 'instant' }): void;
  checkVisibility(options: {
    readonly visibilityProperty: boolean;
    readonly opacityProperty?: boolean;
  }): boolean;
  append(node: PageText): void;
  remove(): void;
  replaceWith(node: PageElement): void;
  getHTML?(options: { shadowRoots: readonly PageRoot[] }): string;
}

export interface PageText {
  readonly nodeType: number;
  readonly data?: string;
  replaceWith(node: PageElement): void;
}

/** A rectangle of the window, in CSS pixels. */
export interface PageRect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

interface PageRange {
  selectNodeContents(node: unknown): void;
  getClientRects(): ArrayLike<PageRect>;
}

/** Declarations of an element by their CSS names. */
export interface PageStyle {
  getPropertyValue(name: string): string;
}

/** A document or shadow root. */
export interface PageRoot {
  /** Of a shadow root. */
  readonly host?: PageElement;
  /** Foremost first; without those that pointers pass through. */
  elementsFromPoint(x: number, y: number): PageElement[];
  querySelectorAll(selector: string): ArrayLike<PageElement>;
}

interface PageDocument extends PageRoot {
  readonly documentElement: PageElement;
  readonly body: PageElement | null;
  readonly readyState: string;
  readonly baseURI: string;
  readonly contentType: string;
  createElement(tag: string): PageElement;
  readonly adoptedStyleSheets: object[];
  createRange(): PageRange;
}

/** What the scripts see as globals. */
export interface PageWindow {
  readonly document: PageDocument;
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly scrollX: number;
  readonly scrollY: number;
  readonly performance: {
    getEntriesByType(type: 'navigation'): readonly { readonly decodedBodySize: number }[];
  };
  readonly CSSStyleSheet: new () => { replaceSync(css: string): void };
  getComputedStyle(element: PageElement, pseudo?: string): PageStyle;
  scrollTo(x: number, y: number): void;
  requestAnimationFrame(run: (time: number) => void): number;
}

export interface PageCanvas {
  getContext(
    kind: '2d',
    options: { readonly willReadFrequently: boolean },
  ): {
    fillStyle: string;
    clearRect(x: number, y: number, width: number, height: number): void;
    fillRect(x: number, y: number, width: number, height: number): void;
    getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
  } | null;
}
