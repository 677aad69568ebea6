import type { PageElement, PageRoot, PageStyle, PageText, PageWindow } from './dom.ts';

/** What is asked of the elements of a page again and again; of each once. */
export type Surroundings = ReturnType<typeof lookAround>;

/** Runs in the page: its elements, their texts, and which of them say themselves that they are not visible. */
export function lookAround() {
  const { document, getComputedStyle } = globalThis as unknown as PageWindow;
  const once = <Answer, Key = PageElement>(ask: (key: Key) => Answer): ((key: Key) => Answer) => {
    const answers = new Map<Key, Answer>();
    return (key) => {
      if (!answers.has(key)) answers.set(key, ask(key));
      return answers.get(key) as Answer;
    };
  };
  const styleOf = once((element): PageStyle => getComputedStyle(element));
  const value = (element: PageElement, name: string): string => styleOf(element).getPropertyValue(name);
  const around = once(
    (element): PageElement | null =>
      element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as PageRoot).host ?? null,
  );
  /** Adds an element and those around it. */
  const addChain = (to: Set<PageElement>, element: PageElement): void => {
    for (let up: PageElement | null = element; up !== null && !to.has(up); up = around(up)) to.add(up);
  };
  const elements: PageElement[] = [];
  const collect = (root: PageRoot): void => {
    for (const element of Array.from(root.querySelectorAll('*'))) {
      elements.push(element);
      if (element.shadowRoot !== null) collect(element.shadowRoot);
    }
  };
  collect(document);
  const folded = elements.filter(({ tagName, open }) => tagName === 'DETAILS' && open === false);
  const names = folded.map((element) => element.getAttribute('name'));
  for (const element of folded) {
    element.removeAttribute('name');
    element.open = true;
  }
  const found = elements.filter((element) => element.getAttribute('hidden') === 'until-found');
  for (const element of found) element.removeAttribute('hidden');
  /** Folds again what folds, which is open from here on. */
  const fold = (): void => {
    for (const [at, element] of folded.entries()) {
      element.open = false;
      if (names[at] !== null) element.setAttribute('name', names[at]!);
    }
    for (const element of found) element.setAttribute('hidden', 'until-found');
  };
  /** What no style of a page decides. */
  const decided =
    /^(?:html|head|body|script|style|template|noscript|title|meta|link|base|rp|area|datalist|source|track|param|option|optgroup|svg|slot)$/i;
  const judged = elements.filter(
    (element) =>
      element.style !== undefined && !decided.test(element.tagName) && element.closest('svg') === null,
  );
  const textsOf = once((element): PageText[] =>
    Array.from(element.childNodes).filter(({ nodeType, data }) => nodeType === 3 && /\S/.test(data ?? '')),
  );
  /** Elements with texts, and those around them. */
  const worded = new Set<PageElement>();
  for (const element of judged) if (textsOf(element).length > 0) addChain(worded, element);
  const isVisible = once((element) =>
    element.checkVisibility({ opacityProperty: worded.has(element), visibilityProperty: true }),
  );
  /** Elements that are visible, and those around them. */
  const shows = new Set<PageElement>();
  for (const element of elements) if (isVisible(element)) addChain(shows, element);
  return { once, styleOf, value, around, addChain, fold, judged, textsOf, isVisible, shows };
}
