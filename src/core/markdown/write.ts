import type { Root } from '../content/tree.ts';
import type { ConvertOptions } from '../options.ts';
import type { WrittenDocument } from '../writing/written-document.ts';
import { BlockWriter } from './block-writer.ts';
import { footnoteLabel } from './inline.ts';
import { LinkDefinitions } from './link.ts';

/**
 * Markdown (CommonMark 0.31.2 with GFM, `[^n]` footnotes, `$` math and `> [!NOTE]` alerts) of a normalised
 * content tree, without a final line break. Of the options it reads how `links` are written and whether
 * with their titles; what they leave out of the tree is `withMedia`'s.
 */
export function writeMarkdown(root: Root, options: ConvertOptions = {}): string {
  return writeMarkdownDocument(root, options).text;
}

/** As `writeMarkdown`, with the offsets for `cutParts`. Past `maxLength` characters it throws `TooLong`. */
export function writeMarkdownDocument(
  root: Root,
  options: ConvertOptions = {},
  maxLength = Number.POSITIVE_INFINITY,
): WrittenDocument {
  const labels = new Set<string>();
  for (const block of root.children) {
    if (block.type === 'footnoteDefinition') labels.add(`^${footnoteLabel(block.identifier).toLowerCase()}`);
  }
  const definitions = new LinkDefinitions(labels);
  const writer = new BlockWriter(
    { links: options.links ?? 'inline', linkTitles: options.linkTitles === true, definitions, labels },
    maxLength,
  );
  return writer.write(root);
}

/** A value of a front matter field; null and empty values are left out. */
type FrontmatterValue = string | number | boolean | null | undefined | readonly string[];

/**
 * YAML front matter (YAML 1.2, the JSON subset for strings) between `---` lines, ending with a blank line;
 * empty when no field has a value. Strings are always double-quoted, so that no page title can be read as a
 * date, a number, a boolean or markup, and every YAML parser gives back the same strings.
 */
export function writeFrontmatter(fields: Readonly<Record<string, FrontmatterValue>>): string {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    const written = writeValue(value);
    if (written !== null) lines.push(`${name}: ${written}`);
  }
  return lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n\n`;
}

function writeValue(value: FrontmatterValue): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  if (typeof value === 'boolean') return String(value);
  return value.length === 0 ? null : `[${value.map(quote).join(', ')}]`;
}

/** A JSON string; what YAML does not count as printable (5.1) and its line separators as `\\u` escapes too. */
function quote(value: string): string {
  return JSON.stringify(value.replace(/\p{Cs}/gu, '\ufffd')).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
