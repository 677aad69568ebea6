import { type Draft, draftBlocks, ENDS_SENTENCE, isMonoRow, type TextDraft } from './draft-blocks.ts';
import { gridOf } from './grid.ts';
import { type Marker, markerOf } from './list-marker.ts';
import { type Extent, extentOf, type Piece, placeOf, type Row, textOfRow } from './piece.ts';
import { rowsOf } from './rows.ts';
import type { PageRows } from './running-lines.ts';
import type { Region, TextRegion } from './structure.ts';
import type { Typography } from './typography.ts';

/** Least share of the characters of a page that its tags name; of others nothing is taken from them. */
const MIN_TAGGED = 0.9;
/** Tags of a program that takes every line for a paragraph: fewest full lines that end no sentence, and their least share. */
const MIN_CUT_LINES = 3;
const MIN_CUT_SHARE = 0.3;
const BULLET: Marker = { ordered: false, number: 0, form: '•', length: 0 };

/**
 * The blocks of a page as its tags tell them; null where these leave too much out or take lines for paragraphs. What is in no
 * tag goes where it stands on the page. `hasHeadings`: the document tags some, so that no other block is one.
 */
export function taggedDrafts(page: PageRows, type: Typography, hasHeadings: boolean): Draft[] | null {
  const { regions, number } = page.page;
  if (regions === null) return null;
  const text = new TaggedText(page, regions);
  if (!text.isMostlyTagged) return null;
  const column = extentOf(page.rows);
  const drafts = regions.flatMap((region): Draft[] => {
    if (region.kind === 'text') return draftsOf(region, text, { column, type, hasHeadings });
    const cells = region.rows.map((row) => row.map(({ ids }) => text.take(ids)));
    const isHeaded = region.rows[0]!.some(({ isHead }) => isHead);
    return cells.flat(2).length === 0 ? [] : [{ kind: 'table', grid: gridOf(cells), isHeaded }];
  });
  if (isLineByLine(drafts, column)) return null;
  for (const draft of draftBlocks(rowsOf({ number, pieces: text.others }), type)) {
    const at = drafts.findIndex((other) => topOf(other) > topOf(draft));
    drafts.splice(at < 0 ? drafts.length : at, 0, draft);
  }
  return drafts;
}

/** The pieces that are left of a page, by the marked content that they stand in. */
class TaggedText {
  /** Text that no tag names. */
  readonly others: Piece[] = [];
  readonly isMostlyTagged: boolean;
  readonly #byId: Map<string, Piece[]>;
  readonly #number: number;

  constructor({ page, rows }: PageRows, regions: readonly Region[]) {
    const kept = new Set(rows.flatMap(({ segments }) => segments.flatMap((s) => s.pieces.map(placeOf))));
    this.#number = page.number;
    this.#byId = new Map(regions.flatMap(idsOf).map((id) => [id, []]));
    let [all, tagged] = [0, 0];
    for (const piece of page.pieces) {
      // A bullet that is drawn is the sign of an item, which its tag tells.
      if (!kept.has(placeOf(piece)) || (piece.content === null && piece.text === BULLET.form)) continue;
      const own = this.#byId.get(piece.content ?? '');
      all += piece.text.length;
      if (own !== undefined) tagged += piece.text.length;
      (own ?? this.others).push(piece);
    }
    this.isMostlyTagged = all > 0 && tagged >= MIN_TAGGED * all;
  }

  /** Rows of marked content, each to be taken once. Where what is drawn goes on higher up, another column begins. */
  take(ids: readonly string[]): Row[] {
    const columns: Piece[][] = [];
    let last: Piece | null = null;
    for (const id of ids) {
      for (const piece of this.#byId.get(id) ?? []) {
        if (last === null || piece.y < last.y - 2 * piece.size) columns.push([]);
        columns.at(-1)!.push(piece);
        last = piece;
      }
      this.#byId.delete(id);
    }
    return columns.flatMap((pieces) => rowsOf({ number: this.#number, pieces }));
  }
}

function idsOf(region: Region): readonly string[] {
  if (region.kind === 'text') return [...(region.item?.label ?? []), ...region.ids];
  return region.rows.flatMap((row) => row.flatMap(({ ids }) => ids));
}

interface Setting {
  readonly column: Extent;
  readonly type: Typography;
  readonly hasHeadings: boolean;
}

function draftsOf(region: TextRegion, text: TaggedText, { column, type, hasHeadings }: Setting): Draft[] {
  const { isBlock, depth, item } = region;
  const label = text.take(item?.label ?? []);
  const own = text.take(region.ids);
  const rows = [...own];
  if (!isBlock) return draftBlocks(rows, type, column);
  let marker = depth === null && own.length > 0 ? markerOf(textOfRow(own[0]!)) : null;
  if (item !== null && label.length > 0) {
    // Where text runs to the left, the stop after a number stands on its left.
    const drawn = label
      .map(textOfRow)
      .join(' ')
      .replace(/^([.)])(\w+)$/, '$2$1');
    const sign = markerOf(`${drawn} x`);
    marker = { ...(sign ?? BULLET), length: 0 };
    // A sign that is no known one is a part of the text.
    if (sign === null) rows.unshift(...label);
  } else if (item !== null) marker ??= BULLET;
  else if (marker?.mayBeInitial) marker = null;
  if (rows.length === 0) return [];
  if (depth === null && item === null && !type.isMono && rows.every(isMonoRow))
    return [{ kind: 'code', rows }];
  const told = depth ?? (hasHeadings || item !== null ? null : undefined);
  const tag = { depth: told, lists: item?.lists ?? 0, hasLabel: item !== null && item.label.length > 0 };
  return [{ kind: 'text', rows, marker, column, tag }];
}

function isLineByLine(drafts: readonly Draft[], { left, right }: Extent): boolean {
  const blocks = drafts.filter(
    (draft): draft is TextDraft => draft.kind === 'text' && draft.tag !== undefined,
  );
  const cut = blocks.filter(({ rows: [row, second] }) => {
    const isFull = second === undefined && row!.right - row!.left > 0.9 * (right - left);
    return isFull && !ENDS_SENTENCE.test(textOfRow(row!));
  });
  return cut.length >= MIN_CUT_LINES && cut.length > MIN_CUT_SHARE * blocks.length;
}

/** Where a draft begins on its page. */
function topOf(draft: Draft): number {
  if (draft.kind !== 'table') return draft.rows[0]!.y;
  return draft.grid.rows.flat(2).find(([piece]) => piece !== undefined)?.[0]?.y ?? 0;
}
