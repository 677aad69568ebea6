import { fileNameOf, percentDecoded, withoutPictureKind } from '../html/address.ts';
import { lazy } from '../lazy.ts';
import { type ContentNode, walkContent } from '../walk-content.ts';
import { plainText } from './plain-text.ts';
import type { Image, Inline, Root } from './tree.ts';

/** Most characters of a name, of the text that gives it and of the file name. */
const MAX_CHARS = 120;
/** Fewest letters of a word that tells anything, and of one that is all of a text. */
const MIN_LETTERS = 3;
const MIN_SOLE_LETTERS = 4;
/** A text is a name where the file is called by two of its words and by a third of them. */
const MIN_SHARED = 2;
const MIN_SHARE = 1 / 3;

interface Unnamed {
  readonly image: Image;
  readonly words: ReadonlySet<string>;
  readonly texts: (() => string)[];
}

/** Names pictures, for Markdown, by a text or heading beside them with the words of the file: `cast-iron-plant.jpg`. Returns `root`. */
export function namePictures(root: Root): Root {
  if (!walkContent(root, isUnnamed)) return root;
  const unnamed: Unnamed[] = [];
  /** How many of them a text has followed. */
  let followed = 0;
  let before = noText;
  let heading = noText;
  walkContent(root, (node) => {
    if (isUnnamed(node)) {
      const words = wordsOf(fileWords(node.url));
      if (words.size > 0) unnamed.push({ image: node, words, texts: [before, heading] });
    } else if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      const { children } = node;
      if (isWordless(children)) return;
      before = lazy(() => plainText(children).trim());
      if (node.type === 'heading') heading = before;
      while (followed < unnamed.length) unnamed[followed++]!.texts.push(before);
    }
  });
  for (const { image, words, texts } of unnamed) image.name = bestName(words, texts);
  return root;
}

const noText = (): string => '';

function isUnnamed(node: ContentNode): node is Image {
  return node.type === 'image' && node.alt === '' && !node.name;
}

function isWordless(nodes: readonly Inline[]): boolean {
  return nodes.every((node) =>
    'children' in node ? isWordless(node.children) : !('value' in node) || node.value.trim() === '',
  );
}

/** The text that says most words of a file's name, and little else; '' for none. */
function bestName(file: ReadonlySet<string>, texts: readonly (() => string)[]): string {
  let best = '';
  let most = 0;
  for (const textOf of texts) {
    const text = textOf();
    if (text.length > MAX_CHARS) continue;
    const words = wordsOf(text);
    const shared = [...words].filter((word) => file.has(word));
    const [sole = ''] = shared;
    const isAll = words.size === 1 && sole.length >= MIN_SOLE_LETTERS;
    const isNamed = isAll || (shared.length >= MIN_SHARED && shared.length >= words.size * MIN_SHARE);
    const weight = shared.length + shared.length / words.size;
    if (!isNamed || weight <= most) continue;
    best = text;
    most = weight;
  }
  return best;
}

/** The name of a file, its words apart: `bestBlueShoe` too. */
function fileWords(url: string): string {
  const name = withoutPictureKind(percentDecoded(fileNameOf(url)));
  return name.slice(0, MAX_CHARS).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
}

/** The words of a text that tell something, without case and accents. */
function wordsOf(text: string): ReadonlySet<string> {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return new Set(
    [...letters.matchAll(/\p{L}+/gu)].map(([word]) => word).filter((word) => word.length >= MIN_LETTERS),
  );
}
