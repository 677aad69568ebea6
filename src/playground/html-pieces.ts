/** Elements that pagemark's Markdown may hold as HTML, where Markdown has no form for them. */
const ALLOWED = new Set(
  'table caption thead tbody tr th td br sub sup kbd mark ins del details summary strong em code p ul ol li'.split(
    ' ',
  ),
);
/** Elements between whose children white space means nothing. */
const TABLE_PARTS = new Set(['TABLE', 'THEAD', 'TBODY', 'TR']);
const DEPTH_MAX = 60;
const SPAN_MAX = 1000;

const PIECE = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s[^<>]*)?)>|[^<]+|</g;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Text with its character references decoded: the numeric ones and the few names that pagemark writes. */
export function decodeReferences(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}

/**
 * Builds elements from HTML that arrives in pieces among other nodes. Each tag is looked up in a list and made with
 * `createElement`; a tag outside the list is shown as the text it is, and of attributes only spans and alignment are
 * read. Nothing is handed to the browser's HTML parser.
 */
export class HtmlPieces {
  private readonly open: Element[] = [];

  constructor(private readonly root: Element) {}

  /** Where the next node belongs. */
  get top(): Element {
    return this.open.at(-1) ?? this.root;
  }

  /** Takes the next piece of HTML. */
  feed(html: string): void {
    for (const [piece, slash, tag, attributes] of html.matchAll(PIECE)) {
      const name = tag?.toLowerCase();
      if (piece.startsWith('<!--')) continue;
      if (name === undefined || !ALLOWED.has(name)) this.text(piece);
      else if (slash === '/') this.close(name);
      else this.start(name, attributes ?? '');
    }
  }

  private text(text: string): void {
    if (TABLE_PARTS.has(this.top.tagName) && text.trim() === '') return;
    this.top.append(decodeReferences(text));
  }

  private start(name: string, attributes: string): void {
    const element = document.createElement(name);
    for (const [, key, value] of attributes.matchAll(/(colspan|rowspan)="(\d{1,4})"/g)) {
      element.setAttribute(key!, String(Math.min(Number(value), SPAN_MAX)));
    }
    const align = /align="(left|center|right)"/.exec(attributes)?.[1];
    if (align !== undefined) element.classList.add(`align-${align}`);
    this.top.append(element);
    if (name !== 'br' && this.open.length < DEPTH_MAX) this.open.push(element);
  }

  private close(name: string): void {
    const at = this.open.findLastIndex((element) => element.tagName.toLowerCase() === name);
    if (at !== -1) this.open.length = at;
  }
}
