import type { PageElement, PageRoot, PageText, PageWindow } from './dom.ts';
import { lookAround } from './look-around.ts';
import { lookAtInks } from './look-at-inks.ts';
import { lookAtPlaces } from './look-at-places.ts';

const LOOKS = { lookAround, lookAtPlaces, lookAtInks };

/** {@link markUnpainted} as text that refers to nothing outside itself: a function of the attribute's name. */
export const MARK_UNPAINTED = `(options) => (${markUnpainted})(options, {${Object.entries(LOOKS).map(
  ([name, look]) => `${name}: ${look}`,
)}})`;

/** A text, and the element that it is in. */
type Own = readonly [PageElement, PageText];

/**
 * Runs in the page: gives what the browser does not paint the attribute `mark`, and the root, which says that the page was judged. An
 * element is marked where it hides itself and nothing within it is visible, or where it clips away all of its texts; a text beside
 * others is put into a `<span>` of its own. What stands in closed `<details>` is judged as if they were open. What is clipped by a
 * shape, or has the colour of what is behind it, is looked for at its place, in the order of what is painted there.
 */
function markUnpainted({ mark }: { readonly mark: string }, looks: typeof LOOKS): void {
  const page = globalThis as unknown as PageWindow;
  const { document, scrollX, scrollY } = page;
  const surroundings = looks.lookAround();
  const { value, around, addChain, fold, judged, textsOf, isVisible, shows } = surroundings;
  const { isClippedAway, shapeOf, linesOf, isLeft, bringIntoView } = looks.lookAtPlaces(surroundings);
  const { isTransparent, opacityOf, isPale, standsOut } = looks.lookAtInks(surroundings);
  const isOfSize = (element: PageElement): boolean => {
    const [size, spacing] = ['font-size', 'letter-spacing'].map((name) =>
      Number.parseFloat(value(element, name)),
    );
    const isDots = value(element, '-webkit-text-security') !== 'none';
    return size! > 2 && !(spacing! <= -size!) && !isDots;
  };
  const isFound = ([element, text]: Own): boolean => {
    bringIntoView(element, text);
    const tree = element.getRootNode() as PageRoot;
    return linesOf(text).some(({ left, top, right, bottom }) =>
      [0.02, 0.25, 0.5, 0.75, 0.98].some((part) => {
        const found = tree.elementsFromPoint(left + (right - left) * part, (top + bottom) / 2);
        const at = found.indexOf(element);
        if (at < 0 && shapeOf(element) !== null) return false;
        return !isPale(element) || standsOut(element, found.slice(Math.max(at, 0)));
      }),
    );
  };
  const unseen: Own[] = [];
  const doubtful: Own[] = [];
  /** Elements with texts that are painted, and those around them. */
  const read = new Set<PageElement>();
  const judgeText = (own: Own): void => {
    const [element, text] = own;
    const isThere =
      isVisible(element) && isOfSize(element) && opacityOf(element) >= 0.05 && isLeft(element, text);
    if (!isThere || (isPale(element) && isTransparent(element))) unseen.push(own);
    else if (isPale(element) || shapeOf(element) !== null) doubtful.push(own);
    else addChain(read, element);
  };
  /** Whether an element is in a formula for screen readers, beside what is drawn of it. */
  const isTold = (element: PageElement): boolean => {
    const box = element.closest('math')?.parentElement ?? null;
    return box !== null && (shapeOf(box) !== null || isClippedAway(box));
  };
  for (const element of judged)
    if (shows.has(element) && textsOf(element).length > 0 && !isTold(element))
      for (const text of textsOf(element)) judgeText([element, text]);
  /** Looks for the doubtful ones where all that is painted is found, what pointers pass through as well. */
  const lookForDoubtful = (): void => {
    const pointed = new page.CSSStyleSheet();
    pointed.replaceSync('* { pointer-events: auto !important }');
    document.adoptedStyleSheets.push(pointed);
    for (const own of doubtful)
      if (isFound(own)) addChain(read, own[0]);
      else unseen.push(own);
    document.adoptedStyleSheets.pop();
    page.scrollTo(scrollX, scrollY);
  };
  if (doubtful.length > 0) lookForDoubtful();
  const marked = new Set<PageElement>([document.documentElement]);
  const isFormula = ({ childElementCount, firstElementChild }: PageElement): boolean =>
    childElementCount === 1 && firstElementChild?.tagName.toLowerCase() === 'math';
  for (const element of judged) {
    const up = around(element);
    if (shows.has(element) ? value(element, 'content-visibility') === 'hidden' : up === null || shows.has(up))
      if (!isFormula(element)) marked.add(element);
  }
  /** The outermost box that clips away all of its texts, or an element of one text. */
  const boxOf = (element: PageElement): PageElement | null => {
    let box = element.firstElementChild === null ? element : null;
    for (let up: PageElement | null = element; up !== null && !read.has(up); up = around(up))
      if (!/^(?:html|body)$/i.test(up.tagName) && (shapeOf(up) === up || isClippedAway(up))) box = up;
    return box;
  };
  fold();
  const wrap = (text: PageText): PageElement => {
    const box = document.createElement('span');
    text.replaceWith(box);
    box.append(text);
    return box;
  };
  // Boxes of all are found first: what is changed is laid out anew.
  for (const [box, text] of unseen.map(([element, text]) => [boxOf(element), text] as const))
    marked.add(box ?? wrap(text));
  for (const element of marked) element.setAttribute(mark, '');
}
