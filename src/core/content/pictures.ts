import type { Block, Image, Inline, Link, Paragraph } from './tree.ts';

/**
 * Whether a paragraph is a picture alone that stood right above, or above its caption: one for narrow screens, one in the
 * box that shows it larger. What stood there becomes the larger of the two.
 */
export function repeatsPicture(above: readonly Block[], { children }: Paragraph): boolean {
  const picture = soleImage(children);
  const last = above.at(-1);
  if (picture === null || last?.type !== 'paragraph') return false;
  const beside = soleImage(last.children);
  const first = beside === null ? above.at(-2) : last;
  const before = first?.type === 'paragraph' ? soleImage(first.children) : null;
  if (before === null || !isSame(picture, before)) return false;
  if (beside === null && before.url === picture.url) return false;
  if (isLarger(picture, before)) before.url = picture.url;
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
  /[?&](?:w|h|q|s|width|height|quality|size|dpr|fit|auto|fm|format|resize|crop|strip|ssl)=[^&]*/g;

/** Whether two pictures are of one file, in one size or in two. */
function isSame(one: Image, other: Image): boolean {
  if (one.alt !== other.alt) return false;
  if (one.url === other.url || one.url.replace(SIZING, '') === other.url.replace(SIZING, '')) return true;
  const name = FILE_NAME.exec(one.url)?.[1];
  return name !== undefined && name === FILE_NAME.exec(other.url)?.[1];
}

/** The name of a file, where it is so long that no two pictures share it by chance. */
const FILE_NAME = /\/([^/?#]{16,}\.(?:png|jpe?g|webp|gif|avif))(?:[?#]|$)/i;

/** Whether the largest number that only one of two addresses has is in the first: `/max/60/` and `/max/2288/`. */
function isLarger(one: Image, other: Image): boolean {
  const [own, others] = [one.url, other.url].map((url) => url.match(/(?<!\d)\d{2,4}(?!\d)/g) ?? []);
  const most = (numbers: readonly string[], apart: readonly string[]): number =>
    Math.max(0, ...numbers.filter((number) => !apart.includes(number)).map(Number));
  return most(own!, others!) > most(others!, own!);
}

/** Takes the pictures at both ends of a run out of it, each in the link that it stood in. */
export function takePictures(run: Inline[]): { readonly before: Inline[]; readonly after: Inline[] } {
  return { before: takeEdge(run, 0), after: takeEdge(run, -1).reverse() };
}

function takeEdge(run: Inline[], at: 0 | -1): Inline[] {
  const taken: Inline[] = [];
  for (let picture = takeOne(run, at, null); picture !== null; picture = takeOne(run, at, null))
    taken.push(picture);
  return taken;
}

function takeOne(nodes: Inline[], at: 0 | -1, link: Link | null): Inline | null {
  const node = nodes.at(at);
  if (node === undefined) return null;
  const isBlank = node.type === 'text' && node.value.trim() === '';
  const taken = 'children' in node ? takeOne(node.children, at, node.type === 'link' ? node : link) : null;
  const isImage = node.type === 'image';
  if (isImage || isBlank || ('children' in node && node.children.length === 0)) nodes.splice(at, 1);
  if (isBlank) return takeOne(nodes, at, link);
  if (isImage) return link === null ? node : { ...link, children: [node] };
  return taken;
}
