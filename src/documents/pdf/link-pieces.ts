import type { Piece } from './piece.ts';

/** The place of a link on a page. */
export interface LinkBox {
  readonly url: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const NARROW = /[\s.,:;!|'`()[\]{}ijlftr1/\\-]/;
const WIDE = /[mwMWA-Z@%]/;

/** Pieces with the link over each; a piece that a link covers in part is cut at the ends of words. */
export function linkPieces(pieces: readonly Piece[], boxes: readonly LinkBox[]): Piece[] {
  if (boxes.length === 0) return [...pieces];
  return pieces.flatMap((piece) => {
    const middle = piece.y - 0.35 * piece.size;
    const over = boxes
      .filter((box) => box.top <= middle && middle <= box.bottom && overlap(piece, box) > 0.5)
      .sort((a, b) => a.left - b.left);
    return over.length === 0 ? [piece] : cut(piece, over);
  });
}

function overlap(piece: Piece, box: LinkBox): number {
  return Math.min(piece.x + piece.width, box.right) - Math.max(piece.x, box.left);
}

function cut(piece: Piece, boxes: readonly LinkBox[]): Piece[] {
  const edges = wordEdges(piece);
  const nearest = (x: number): number => {
    let best = 0;
    for (let i = 1; i < edges.length; i++)
      if (Math.abs(edges[i]!.x - x) < Math.abs(edges[best]!.x - x)) best = i;
    return best;
  };
  const parts: Piece[] = [];
  let from = 0;
  const take = (to: number, link: string | null) => {
    const [start, end] = [edges[from]!, edges[to]!];
    if (end.at > start.at)
      parts.push({
        ...piece,
        text: piece.text.slice(start.at, end.at),
        x: start.x,
        width: end.x - start.x,
        link,
      });
    from = to;
  };
  for (const box of boxes) {
    const start = Math.max(from, piece.isRtl ? 0 : nearest(box.left));
    const end = piece.isRtl ? edges.length - 1 : nearest(box.right);
    if (end <= start) continue;
    take(start, null);
    take(end, box.url);
  }
  take(edges.length - 1, null);
  return parts;
}

/** Where words begin and end, by the usual proportions of letters: PDF.js tells only the width of the whole. */
function wordEdges({ text, x, width }: Piece): { readonly at: number; readonly x: number }[] {
  const weights = Array.from({ length: text.length }, (_, i) =>
    NARROW.test(text[i]!) ? 0.5 : WIDE.test(text[i]!) ? 1.3 : 1,
  );
  const unit = width / weights.reduce((sum, weight) => sum + weight, 0);
  const edges = [{ at: 0, x }];
  let offset = x;
  for (let i = 0; i < text.length; i++) {
    const isEdge = i > 0 && (/\s/.test(text[i]!) !== /\s/.test(text[i - 1]!) || isStop(text, i));
    if (isEdge) edges.push({ at: i, x: offset });
    offset += weights[i]! * unit;
  }
  edges.push({ at: text.length, x: x + width });
  return edges;
}

/** A mark of punctuation that ends a word. */
function isStop(text: string, at: number): boolean {
  return (
    /[.,;:!?)\]”’]/.test(text[at]!) &&
    /\S/.test(text[at - 1]!) &&
    /^[.,;:!?)\]”’]*(?:\s|$)/.test(text.slice(at, at + 8))
  );
}
