import type { PageElement, PageRect, PageText, PageWindow } from './dom.ts';
import type { Surroundings } from './look-around.ts';

type Rect = Pick<PageRect, 'left' | 'top' | 'right' | 'bottom'>;

/**
 * Runs in the page: what clips its elements, rectangles in CSS pixels of the window. Boxes to which a picture would give their size clip
 * nothing, because pictures are not loaded.
 */
export function lookAtPlaces({ once, value, around }: Surroundings) {
  const page = globalThis as unknown as PageWindow;
  const { document, innerWidth, innerHeight, scrollX, scrollY } = page;
  const both = (a: Rect, b: Rect): Rect => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  /** Pixels beyond those of any line: letters that are so wide are lines of a hair. */
  const DRAWN_OUT = 1e7;
  const isSpeck = ({ left, top, right, bottom }: Rect): boolean => right - left <= 1 || bottom - top <= 2;
  const root = document.documentElement;
  const isCutOff = [root, document.body ?? root].some((box) => /hidden|clip/.test(value(box, 'overflow-x')));
  const whole: Rect = {
    left: -scrollX,
    top: -scrollY,
    right: isCutOff ? innerWidth : Math.max(root.scrollWidth, innerWidth) - scrollX,
    bottom: Math.max(root.scrollHeight, innerHeight) - scrollY,
  };
  const screen: Rect = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const isUnsized = (element: PageElement): boolean =>
    Array.from(element.querySelectorAll('img, picture, video, iframe, canvas, object, embed')).some(
      (picture) => isSpeck(picture.getBoundingClientRect()),
    );
  /** What is left of the page for the content of an element. */
  const clipOf: (element: PageElement) => Rect = once((element) => {
    const position = value(element, 'position');
    const isHeldBy = (box: PageElement): boolean =>
      value(box, 'transform') !== 'none' || (position === 'absolute' && value(box, 'position') !== 'static');
    let holder = around(element);
    if (/absolute|fixed/.test(position)) while (holder !== null && !isHeldBy(holder)) holder = around(holder);
    const clip = holder !== null ? clipOf(holder) : position === 'fixed' ? screen : whole;
    const overflow = value(element, 'overflow-x') + value(element, 'overflow-y');
    const display = value(element, 'display');
    const clips = overflow !== 'visiblevisible' || /paint|strict|content/.test(value(element, 'contain'));
    // A cell of a column that collapsed is of no width, and shows nothing.
    if (
      (!clips && display !== 'table-cell') ||
      display === 'inline' ||
      /^(?:html|body)$/i.test(element.tagName)
    )
      return clip;
    const box = element.getBoundingClientRect();
    if (!clips && !isSpeck(box)) return clip;
    // What scrolls can be brought into view, if there is a view.
    const isView = /auto|scroll/.test(overflow) && !isSpeck(box);
    return isView || isUnsized(element) ? clip : both(clip, box);
  });
  /** The outermost box that shapes what is seen of an element. */
  const shapeOf: (element: PageElement) => PageElement | null = once((element) => {
    const up = around(element);
    const outer = up === null ? null : shapeOf(up);
    const isClipped = value(element, 'clip') !== 'auto' && /absolute|fixed/.test(value(element, 'position'));
    return outer ?? (isClipped || value(element, 'clip-path') !== 'none' ? element : null);
  });
  const range = document.createRange();
  const linesOf = (text: PageText): Rect[] => {
    range.selectNodeContents(text);
    return Array.from(range.getClientRects()).slice(0, 50);
  };
  const isClippedAway = (element: PageElement): boolean => isSpeck(clipOf(element));
  const isLeft = (element: PageElement, text: PageText): boolean =>
    linesOf(text).some((line) => line.right - line.left < DRAWN_OUT && !isSpeck(both(clipOf(element), line)));
  /** Brings a text into the window, from which it may be far. */
  const bringIntoView = (element: PageElement, text: PageText): void => {
    if (linesOf(text).every(({ bottom, top }) => bottom < 0 || top > innerHeight))
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
  };
  return { isClippedAway, shapeOf, linesOf, isLeft, bringIntoView };
}
