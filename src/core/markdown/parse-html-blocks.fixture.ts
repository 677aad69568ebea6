import type { Alignment, Block, Details, HtmlTable, HtmlTableCell, Inline, Mark } from '../content/tree.ts';

interface Open {
  readonly tag: string;
  readonly blocks: Block[];
  /** Text written as HTML directly inside. */
  run: Inline[];
  readonly table: HtmlTable | null;
  readonly cell: HtmlTableCell | null;
  summary: Inline[];
}

const MARKS = new Set(['sub', 'sup', 'kbd', 'mark', 'ins']);
const ATTRIBUTES = /^(?: colspan="\d+")?(?: rowspan="\d+")?(?: align="(?:left|right|center)")?$/;

/** Blocks between the HTML of disclosures and tables, put together; throws for any other HTML. */
export class HtmlBlocks {
  private readonly stack: Open[] = [open('')];

  private get top(): Open {
    return this.stack.at(-1) as Open;
  }

  block(block: Block): void {
    if (!['', 'details', 'td', 'th'].includes(this.top.tag)) throw new Error(`Blocks in <${this.top.tag}>`);
    this.top.blocks.push(block);
  }

  /** One HTML block of the Markdown. */
  html(value: string): void {
    for (const [token, end, tag, attributes] of value.matchAll(/<(\/?)(\w+)([^>]*)>|[^<]+/g)) {
      if (tag === undefined) this.text(token);
      else if (tag === 'br') this.top.run.push({ type: 'break' });
      else if (end === '/') this.close(tag);
      else this.open(tag, attributes as string);
    }
  }

  /** All blocks, when everything is closed. */
  finish(): Block[] {
    if (this.stack.length > 1) throw new Error(`Open <${this.top.tag}>`);
    return this.top.blocks;
  }

  private text(value: string): void {
    const text = value.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&');
    const { tag, run } = this.top;
    const isLayout =
      text.trim() === '' && !MARKS.has(tag) && (run.length === 0 || tag === 'table' || tag === 'tr');
    if (!isLayout) run.push({ type: 'text', value: text });
  }

  private open(tag: string, attributes: string): void {
    const cell = tag === 'td' || tag === 'th';
    if (!ATTRIBUTES.test(cell ? attributes : attributes === '' ? '' : 'none'))
      throw new Error(`<${tag}${attributes}>`);
    const number = (name: string): number =>
      Number(new RegExp(`${name}="(\\d+)"`).exec(attributes)?.[1] ?? 1);
    const align = (/align="(\w+)"/.exec(attributes)?.[1] ?? null) as Alignment;
    const table = this.stack.findLast((one) => one.table !== null)?.table ?? null;
    if (tag === 'tr') table?.rows.push({ cells: [] });
    this.stack.push({
      ...open(tag),
      table: tag === 'table' ? { type: 'htmlTable', caption: [], rows: [] } : null,
      cell: cell
        ? {
            header: tag === 'th',
            colspan: number('colspan'),
            rowspan: number('rowspan'),
            align,
            children: [],
          }
        : null,
    });
  }

  private close(tag: string): void {
    const done = this.stack.pop() as Open;
    if (done.tag !== tag) throw new Error(`</${tag}> closes <${done.tag}>`);
    const { top } = this;
    if (MARKS.has(tag)) top.run.push({ type: 'mark', tag: tag as Mark['tag'], children: done.run });
    else if (tag === 'summary') top.summary = done.run;
    else if (tag === 'details')
      top.blocks.push({ type: 'details', summary: done.summary, children: done.blocks } satisfies Details);
    else if (tag === 'table') top.blocks.push(done.table as HtmlTable);
    else this.closePart(tag, done);
  }

  private closePart(tag: string, done: Open): void {
    const table = this.stack.findLast((one) => one.table !== null)?.table;
    if (tag === 'caption' && table) table.caption = done.run;
    else if (done.cell !== null) {
      if (done.run.length > 0) done.blocks.unshift({ type: 'paragraph', children: done.run });
      table?.rows.at(-1)?.cells.push({ ...done.cell, children: done.blocks });
    } else if (tag !== 'tr') throw new Error(`<${tag}>`);
  }
}

function open(tag: string): Open {
  return { tag, blocks: [], run: [], table: null, cell: null, summary: [] };
}
