import { fileNameOf, isPictureName } from '../html/address.ts';
import type { Block, Image, Inline, Link, Paragraph } from './tree.ts';

/** Whether a paragraph is the picture right above, or above its caption, in another size; the larger one then stands there. */
export function repeatsPicture(above: readonly Block[], { children }: Paragraph): boolean {
  const picture = soleImage(children);
  const last = above.at(-1);
  if (picture === null || last?.type !== 'paragraph') return false;
  const beside = soleImage(last.children);
  const first = beside === null ? above.at(-2) : last;
  const before = first?.type === 'paragraph' ? soleImage(first.children) : null;
  if (before === null || (beside === null && before.url === picture.url)) return false;
  return takesIn(before, picture);
}

/** Whether a picture is the one before it, in another size or colour, which gets the better address and the words of either. */
export function takesIn(before: Image, next: Image): boolean {
  const isSized = isSame(before, next);
  if (!isSized && !isRecoloured(before, next)) return false;
  if (isSized ? isLarger(next, before) : DARK.test(before.url)) before.url = next.url;
  if (before.alt === '') before.alt = next.alt;
  return true;
}

/** The image that is all there is in a run, in a link or not. */
export function soleImage(run: readonly Inline[]): Image | null {
  const [only] = run;
  if (run.length !== 1 || only === undefined) return null;
  if (only.type === 'link') return soleImage(only.children);
  return only.type === 'image' ? only : null;
}

/** Parameters of an address that ask for a size and no other picture. */
const SIZING =
  /[?&](?:w|h|q|s|sw|sh|width|height|quality|size|dpr|fit|auto|fm|format|resize|crop|strip|ssl|blur)=[^&]*/g;
/** A size at the end of a file's name, as WordPress writes it: `boat-1024x616.jpg`. */
const NAMED_SIZE = /-\d{2,4}x\d{2,4}(?=\.\w{3,4}(?:[?#]|$))/;

/** A part of a path that is a size: `/max/60/`, `/w_416/`, `/640x480/`; a year or a page of a scan is none. */
const SIZED_PATH =
  /\/(?:(?:max|fit|resize|w|h)\/\d{2,4}|(?:w|h|width|height|size)[:_=-]\d{2,4}|\d{2,4}[x:]\d{2,4})(?=\/)/gi;

/** Whether two pictures are of one file, in one size or in two; the words for it may stand with one of them. */
function isSame(one: Image, other: Image): boolean {
  if (one.alt !== other.alt && one.alt !== '' && other.alt !== '') return false;
  if (one.url === other.url || fileOf(one.url) === fileOf(other.url)) return true;
  const name = one.alt === other.alt && one.alt !== '' ? tellingNameOf(one.url) : null;
  return name !== null && name === tellingNameOf(other.url);
}

function fileOf(url: string): string {
  return url.replace(SIZING, '').replace(NAMED_SIZE, '').replace(SIZED_PATH, '/');
}

/** What names of files say about the page that they are for, and the marks that builds add to them. */
const DARK = /[-_./#](?:dark|night)(?=[-_.?#]|$)/i;
const COLOURS =
  /[-_./](?:dark|night|light|day)(?=[-_.?#]|$)|#(?:gh|only)-[\w-]+$|\.[0-9a-f]{8}(?=\.\w+(?:[?#]|$))/gi;

const COLOUR_WORDS = /\b(?:light|dark)(?: mode)?\b/gi;

function isRecoloured(one: Image, other: Image): boolean {
  if (one.alt.replace(COLOUR_WORDS, '') !== other.alt.replace(COLOUR_WORDS, '')) return false;
  return one.url.replace(COLOURS, '') === other.url.replace(COLOURS, '');
}

/** Fewest characters of a name of a file that no two pictures share by chance. */
const MIN_TELLING_NAME = 20;

function tellingNameOf(url: string): string | null {
  const name = fileNameOf(url);
  return name.length >= MIN_TELLING_NAME && isPictureName(name) ? name : null;
}

const MAX_URL_CHARS = 500;

/** Whether the first asks for no size and the other does, or has the larger number: `/max/60/` and `/max/2288/`. */
function isLarger(one: Image, other: Image): boolean {
  const [isWhole, areOthersWhole] = [one, other].map(({ url }) => fileOf(url) === url);
  if (isWhole !== areOthersWhole) return isWhole!;
  const [own, others] = [one.url, other.url].map(
    (url) => url.slice(0, MAX_URL_CHARS).match(/(?<!\d)\d{2,4}(?!\d)/g) ?? [],
  );
  const most = (numbers: readonly string[], apart: readonly string[]): number =>
    Math.max(0, ...numbers.filter((number) => !apart.includes(number)).map(Number));
  return most(own!, others!) > most(others!, own!);
}

/** Takes the pictures at both ends of a run out of it, each in the link that it stood in. */
export function takePictures(run: Inline[]): { readonly before: Inline[]; readonly after: Inline[] } {
  const before = takeEdge(run, null);
  reverse(run);
  const after = takeEdge(run, null).reverse();
  reverse(run);
  return { before, after };
}

/** Takes the pictures ahead of everything else out of a run, with blanks and what is left empty. */
function takeEdge(run: Inline[], link: Link | null): Inline[] {
  const taken: Inline[] = [];
  let empty = 0;
  for (const node of run) {
    if (node.type === 'image') taken.push(link === null ? node : { ...link, children: [node] });
    else if ('children' in node) {
      for (const picture of takeEdge(node.children, node.type === 'link' ? node : link)) taken.push(picture);
      if (node.children.length > 0) break;
    } else if (node.type !== 'text' || node.value.trim() !== '') break;
    empty++;
  }
  run.splice(0, empty);
  return taken;
}

function reverse(run: Inline[]): void {
  run.reverse();
  for (const node of run) if ('children' in node) reverse(node.children);
}
