import type { Formula } from './add-math.ts';

/** A piece of text between or within TeX delimiters. */
export type TexPiece = string | Formula;

/** Longest formula between delimiters: what is longer is a stray sign. */
const MAX_CHARS = 4000;

const PAIRS: readonly (readonly [open: string, close: string, display: boolean])[] = [
  ['\\(', '\\)', false],
  ['\\[', '\\]', true],
  ['$$', '$$', true],
];

/**
 * Splits text at the delimiters that MathJax and KaTeX's auto-render read by default (`\\(…\\)`, `\\[…\\]`, `$$…$$`;
 * not `$…$`, which pages must ask for). Null when there is no formula.
 */
export function splitTex(text: string): TexPiece[] | null {
  const pieces: TexPiece[] = [];
  let from = 0;
  for (;;) {
    const next = nextOpening(text, from);
    if (next === null) break;
    const [at, [open, close, display]] = next;
    const end = text.indexOf(close, at + open.length);
    if (end < 0 || end - at > MAX_CHARS) break;
    if (at > from) pieces.push(text.slice(from, at));
    pieces.push({ latex: text.slice(at + open.length, end), display });
    from = end + close.length;
  }
  if (pieces.length === 0) return null;
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

function nextOpening(text: string, from: number): [number, (typeof PAIRS)[number]] | null {
  let best: [number, (typeof PAIRS)[number]] | null = null;
  for (const pair of PAIRS) {
    const at = text.indexOf(pair[0], from);
    if (at >= 0 && (best === null || at < best[0])) best = [at, pair];
  }
  return best;
}
