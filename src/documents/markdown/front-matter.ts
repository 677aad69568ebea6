import type { PageMetadata } from '../../core/metadata/metadata.ts';
import { firstSaid, statedMetadata } from '../document.ts';

/** A block between fences of three dashes (YAML) or plus signs (TOML) at the very start. */
const BLOCK = /^(---|\+\+\+)[ \t]*\r?\n([\s\S]{0,100000}?)(?:^|\n)\1[ \t]*(?:\r?\n|$)/;
/** A key with a scalar on its line; nested keys are indented and do not count. */
const FIELD = /^([A-Za-z_-]{1,40})[ \t]*[:=](?!\/\/)[ \t]*((?![ \t]).*)$/;
/** What else stands in YAML: nothing, a comment, an item, what goes on or ends, a key of any signs and a few words. */
const OTHER = /^(?:$|[\s#\]})]|-(?:[ \t]|$)|(?:\S+ ){0,2}\S+[ \t]?:(?:[ \t]|$))/;
/** The sign of a text on the lines below (YAML 1.2.2, section 8.1). */
const TEXT_BELOW = /^[|>][-+\d]*[ \t]*(?:#.*)?$/;

/**
 * Splits front matter off Markdown and reads the scalars that metadata needs; lists give their items joined by commas.
 * A block without any key, or with a line that is none of YAML, is no front matter: it stays in the body.
 */
export function readFrontMatter(markdown: string): {
  readonly fields: Partial<PageMetadata>;
  readonly body: string;
} {
  const block = BLOCK.exec(markdown);
  if (block === null) return { fields: {}, body: markdown };
  const values = new Map<string, string>();
  const lines = block[2]!.split(/\r?\n/);
  /** The field that goes on below, with items or with text. */
  let key = '';
  let isText = false;
  for (const line of lines) {
    const field = FIELD.exec(line);
    const more = (isText ? /^[ \t]+(\S.*)$/ : /^[ \t]*-[ \t](.+)$/).exec(line)?.[1];
    if (field !== null) {
      const name = field[1]!.toLowerCase();
      isText = TEXT_BELOW.test(field[2]!);
      key = isText || field[2] === '' ? name : '';
      values.set(name, isText ? '' : scalar(field[2]!));
    } else if (more !== undefined && key !== '') {
      const [sign, value] = isText ? [' ', more] : [', ', scalar(more)];
      const before = values.get(key);
      values.set(key, before ? `${before}${sign}${value}` : value);
    }
  }
  // A line that this does not read is one of a longer text between quotation marks, or has a name of more words.
  const others = lines.filter((line) => !FIELD.test(line) && !OTHER.test(line)).length;
  const isFields = block[1] === '+++' || others <= values.size / 2;
  if (values.size === 0 || !isFields) return { fields: {}, body: markdown };
  return { fields: fieldsOf(values), body: markdown.slice(block[0].length) };
}

function fieldsOf(values: ReadonlyMap<string, string>): Partial<PageMetadata> {
  const first = (...keys: string[]) => firstSaid(keys.map((key) => values.get(key)));
  return statedMetadata({
    title: first('title'),
    author: first('author', 'authors', 'byline'),
    description: first('description', 'summary', 'excerpt', 'subtitle'),
    published: first('date', 'published', 'pubdate', 'created'),
    modified: first('modified', 'updated', 'lastmod', 'last_modified_at'),
    language: first('lang', 'language', 'locale'),
  });
}

/** Escapes of characters between double quotes (YAML 1.2.2, section 5.7; TOML, "String"). */
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(["\\/ ntr]))/g;

function unescaped(all: string, ...codes: readonly (string | undefined)[]): string {
  const sign = codes[3];
  if (sign !== undefined) return /[ntr]/.test(sign) ? ' ' : sign;
  const code = Number.parseInt(codes[0] ?? codes[1] ?? codes[2] ?? '', 16);
  return code > 0x10ffff ? all : String.fromCodePoint(code);
}

/** Lists on one line are read this deep: each level reads the rest of the line again. */
const MAX_LIST_DEPTH = 4;

/** A YAML or TOML scalar, or a list on one line, without quotes, brackets and a comment after it. */
function scalar(raw: string, depth = 0): string {
  const value = raw.trim();
  const quoted = /^"((?:[^"\\]|\\.)*)"|^'((?:[^']|'')*)'/.exec(value);
  if (quoted !== null) return quoted[1]?.replace(ESCAPE, unescaped) ?? quoted[2]!.replaceAll("''", "'");
  const list = depth < MAX_LIST_DEPTH ? /^\[(.*)\]/.exec(value) : null;
  if (list !== null) {
    const items = list[1]!.split(',');
    return items.map((item) => scalar(item, depth + 1)).join(', ');
  }
  return value.split(/(?<!\s)\s+#/, 1)[0]!;
}
