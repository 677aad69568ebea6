/** How a level of a list is numbered (ECMA-376, part 1, 17.9.6). */
interface Level {
  readonly start: number;
  readonly format: string;
  /** Text around the numbers of this level and those above: `%1.%2`. */
  readonly text: string;
}

/** A list by the number that paragraphs name: instances of one definition count on (17.9.15). */
interface Numbering {
  readonly definition: string;
  readonly levels: ReadonlyMap<number, Level>;
  /** Where levels of this instance begin anew. */
  readonly starts: ReadonlyMap<number, number>;
}

/** What a paragraph says of its list. */
export interface InList {
  readonly list: string;
  readonly level: number;
}

const MAX_LEVEL = 8;
/** What parts the number of an item from its text on the way through mammoth: characters that no document writes. */
const [MARK, MARK_END] = ['\uf8f2', '\uf8f3'];
// linear: no part of a mark begins another one.
const LISTED =
  /<ol><li>\uf8f2(\d{1,9}) [^\uf8f2\uf8f3]*\uf8f3|<(\/?)(?:ol|ul)>|<li>\uf8f2(\d{1,9}) [^\uf8f2\uf8f3]*\uf8f3/g;
const MARKED = /\uf8f2([^\uf8f2\uf8f3]*)\uf8f3/g;

/** Lists by number, of `word/numbering.xml`. */
export function readNumbering(xml: string): ReadonlyMap<string, Numbering> {
  const definitions = new Map<string, ReadonlyMap<number, Level>>();
  for (const part of xml.split('<w:abstractNum ').slice(1)) {
    const id = /\bw:abstractNumId="(\d+)"/.exec(part)?.[1];
    const levels = new Map<number, Level>();
    for (const level of part.split('<w:lvl ').slice(1)) {
      levels.set(Number(/^[^<>]*\bw:ilvl="(\d)"/.exec(level)?.[1] ?? 0), {
        start: Number(/<w:start\b[^<>]*\bw:val="(\d{1,9})"/.exec(level)?.[1] ?? 1),
        format: /<w:numFmt\b[^<>]*\bw:val="([^"]*)"/.exec(level)?.[1] ?? 'decimal',
        text: /<w:lvlText\b[^<>]*\bw:val="([^"]{0,100})"/.exec(level)?.[1] ?? '•',
      });
    }
    if (id !== undefined) definitions.set(id, levels);
  }
  const lists = new Map<string, Numbering>();
  for (const part of xml.split('<w:num ').slice(1)) {
    const id = /^[^<>]*\bw:numId="(\d+)"/.exec(part)?.[1];
    const definition = /<w:abstractNumId\b[^<>]*\bw:val="(\d+)"/.exec(part)?.[1] ?? '';
    const starts = new Map<number, number>();
    for (const override of part.split('<w:lvlOverride ').slice(1)) {
      const level = /^[^<>]*\bw:ilvl="(\d)"/.exec(override)?.[1];
      const start = /<w:startOverride\b[^<>]*\bw:val="(\d{1,9})"/.exec(override)?.[1];
      if (level !== undefined && start !== undefined) starts.set(Number(level), Number(start));
    }
    if (id !== undefined)
      lists.set(id, { definition, levels: definitions.get(definition) ?? new Map(), starts });
  }
  return lists;
}

/** Counts the paragraphs of lists in their order. */
export class ListCounter {
  /** Numbers so far by definition and level. */
  readonly #counts = new Map<string, number[]>();
  /** Lists that began. */
  readonly #begun = new Set<string>();

  constructor(private readonly lists: ReadonlyMap<string, Numbering>) {}

  /** Whether paragraphs of a list have no sign: Pandoc sets those of an item that follow its first one so. */
  isUnmarked({ list, level }: InList): boolean {
    const own = this.lists.get(list)?.levels.get(level);
    return own?.format === 'bullet' && own.text.trim() === '';
  }

  /** The mark of the next paragraph: its number, and its label as Word shows it; '' for bullets and unknown lists. */
  next({ list, level: asked }: InList): string {
    const numbering = this.lists.get(list);
    const level = Math.min(asked, MAX_LEVEL);
    const own = numbering?.levels.get(level);
    if (numbering === undefined || own === undefined || own.format === 'bullet' || own.format === 'none')
      return '';
    const counts = this.#counts.get(numbering.definition) ?? [];
    this.#counts.set(numbering.definition, counts);
    const isFirst = !this.#begun.has(`${list} ${level}`);
    this.#begun.add(`${list} ${level}`);
    const override = isFirst ? numbering.starts.get(level) : undefined;
    counts[level] = override ?? (counts[level] === undefined ? own.start : counts[level] + 1);
    counts.length = level + 1;
    for (let above = 0; above < level; above++) counts[above] ??= numbering.levels.get(above)?.start ?? 1;
    const label = own.text.replace(/%([1-9])/g, (_, place: string) => {
      const at = Number(place) - 1;
      return written(counts[at] ?? 1, numbering.levels.get(at)?.format ?? 'decimal');
    });
    return `${MARK}${counts[level]} ${label}${MARK_END}`;
  }
}

/** HTML in which lists begin at their numbers, where these begin anew too, and headings have their labels. */
export function withNumbers(html: string): string {
  if (!html.includes(MARK)) return html;
  /** The last number of each list that is open; NaN without one. */
  const open: number[] = [];
  const isFollowed = (number: number) => !(open.at(-1)! + 1 !== number && open.at(-1)! >= 0);
  return html
    .replace(LISTED, (tag, first?: string, close?: string, next?: string) => {
      if (close === '') open.push(Number.NaN);
      else if (close !== undefined) open.pop();
      if (close !== undefined) return tag;
      const number = Number(first ?? next);
      if (first !== undefined) open.push(number);
      const start = first !== undefined ? '<ol' : isFollowed(number) ? '' : '</ol><ol';
      if (open.length > 0) open[open.length - 1] = number;
      return start === '' ? '<li>' : `${start} start="${number}"><li>`;
    })
    .replace(/(<h[1-6]>(?:<a id="[^"<>]*"><\/a>)*)\uf8f2\d+ ([^\uf8f2\uf8f3]*)\uf8f3/g, '$1$2 ')
    .replace(MARKED, '');
}

/** A number in a format of Word (17.18.59); digits for those that are not common. */
function written(number: number, format: string): string {
  if (/^(?:lower|upper)Letter$/.test(format)) {
    const letter = String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(20, Math.ceil(number / 26)));
    return format.startsWith('l') ? letter : letter.toUpperCase();
  }
  if (/^(?:lower|upper)Roman$/.test(format))
    return format.startsWith('l') ? roman(number).toLowerCase() : roman(number);
  return String(number);
}

const ROMANS = 'M 1000 CM 900 D 500 CD 400 C 100 XC 90 L 50 XL 40 X 10 IX 9 V 5 IV 4 I 1'.split(' ');

function roman(number: number): string {
  if (number < 1 || number > 3999) return String(number);
  let [out, left] = ['', number];
  for (let i = 0; i < ROMANS.length; i += 2)
    for (const value = Number(ROMANS[i + 1]); left >= value; left -= value) out += ROMANS[i]!;
  return out;
}
