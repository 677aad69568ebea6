import type { CalloutKind } from '../units/callout.ts';
/**
 * The content tree between HTML and the writers. Node names and fields are mdast's
 * (https://github.com/syntax-tree/mdast, with its GFM, footnote and math extensions) wherever mdast has the
 * construct, so that written Markdown can be parsed back and compared node by node. What Markdown can only say
 * as HTML or by convention is marked "ours".
 */

export type Root = { type: 'root'; children: Block[] };

export type Block =
  | Paragraph
  | Heading
  | ThematicBreak
  | Blockquote
  | Callout
  | List
  | Code
  | MathBlock
  | Table
  | HtmlTable
  | Details
  | FootnoteDefinition;

export type Paragraph = { type: 'paragraph'; children: Inline[] };
export type Heading = { type: 'heading'; depth: 1 | 2 | 3 | 4 | 5 | 6; children: Inline[] };
type ThematicBreak = { type: 'thematicBreak' };
type Blockquote = { type: 'blockquote'; children: Block[] };
/** Ours: GitHub's alert, `> [!NOTE]` alone on its line, then the title (if any) and the blocks. */
export interface Callout {
  type: 'callout';
  kind: CalloutKind;
  /** What the page calls the kind, where it does and that is no title: Markdown has the label for it. */
  name: string;
  title: Inline[];
  children: Block[];
}
export interface List {
  type: 'list';
  ordered: boolean;
  /** First number of an ordered list. */
  start: number;
  /** Loose: blank lines between the items. */
  spread: boolean;
  children: ListItem[];
}

/** Whether a list goes on with an item of a kind and a number; null: any. */
export function goesOn(list: List, ordered: boolean, number: number | null): boolean {
  if (list.ordered !== ordered) return false;
  return !ordered || number === null || number === list.start + list.children.length;
}

export interface ListItem {
  type: 'listItem';
  /** Task item state; null for other items. */
  checked: boolean | null;
  spread: boolean;
  children: Block[];
}
export interface Code {
  type: 'code';
  lang: string | null;
  /** File name or title; written in the info string after the language. */
  meta: string | null;
  value: string;
}
type MathBlock = { type: 'math'; value: string };
export type Alignment = 'left' | 'right' | 'center' | null;
/** A grid: every row has the same number of cells, `align.length` of them. The first row is the header. */
export interface Table {
  type: 'table';
  /** Ours: the table ahead of it may be its head. */
  isBelowHead?: boolean;
  align: Alignment[];
  children: TableRow[];
}
export type TableRow = { type: 'tableRow'; children: TableCell[] };
export type TableCell = { type: 'tableCell'; children: Inline[] };
/** Ours: a table that no grid can hold (blocks in cells), written as an HTML table without other attributes. */
export type HtmlTable = { type: 'htmlTable'; caption: Inline[]; rows: HtmlTableRow[] };
export type HtmlTableRow = { cells: HtmlTableCell[] };
export interface HtmlTableCell {
  header: boolean;
  colspan: number;
  rowspan: number;
  align: Alignment;
  children: Block[];
}
/** Ours: `<details><summary>…</summary>` around blocks. */
export type Details = { type: 'details'; summary: Inline[]; children: Block[] };
export type FootnoteDefinition = { type: 'footnoteDefinition'; identifier: string; children: Block[] };

export type Inline =
  | Text
  | Emphasis
  | Strong
  | Delete
  | InlineCode
  | InlineMath
  | Break
  | Link
  | Image
  | FootnoteReference
  | Mark;

export type Text = { type: 'text'; value: string };
export type Emphasis = { type: 'emphasis'; children: Inline[] };
export type Strong = { type: 'strong'; children: Inline[] };
export type Delete = { type: 'delete'; children: Inline[] };
type InlineCode = { type: 'inlineCode'; value: string };
type InlineMath = { type: 'inlineMath'; value: string };
type Break = { type: 'break' };
export type Link = { type: 'link'; url: string; title: string | null; children: Inline[] };
export interface Image {
  type: 'image';
  url: string;
  title: string | null;
  alt: string;
  /** What the page calls a picture without words for it, as Markdown's text for it; '' or absent: nothing. It is no text of the page. */
  name?: string;
}
type FootnoteReference = { type: 'footnoteReference'; identifier: string };
/** Ours: inline elements written as attribute-free HTML. */
export type Mark = { type: 'mark'; tag: 'sub' | 'sup' | 'kbd' | 'mark' | 'ins'; children: Inline[] };
