import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { CONTENT, markedLines, type ReaderLabel, readLabels } from '../../bench/readers/labels.mjs';
import { wordHashes } from '../../src/core/page/word-scan.ts';
import type { GoldWords, MarkedWords } from './align.ts';
import { registrableDomain } from './registrable-domain.ts';

interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

const LINES = new Set(['paragraph', 'heading', 'listItem', 'tableCell', 'code', 'html']);

/** Plain text of Markdown, a line per block, without front matter, images and tags. */
function markdownText(markdown: string): string {
  const source = markdown
    .replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '')
    .replace(/^```json\r?\n\{[\s\S]*?\r?\n```\r?\n/, '');
  const out: string[] = [];
  const walk = (node: Node): void => {
    if (node.type === 'html') out.push((node.value ?? '').replace(/<[^>]*>/g, ' '));
    else if (node.value !== undefined && node.type !== 'yaml') out.push(node.value);
    for (const child of node.children ?? []) walk(child);
    if (LINES.has(node.type)) out.push('\n');
  };
  walk(fromMarkdown(source, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node);
  return out.join('');
}

/** A labelled page of the corpus. */
export interface LabelledPage {
  readonly id: string;
  readonly dataset: string;
  readonly type: string;
  readonly url: string;
  readonly domain: string;
  readonly file: string;
  /** Words of the gold text; null when the page has snippets only. */
  readonly gold: GoldWords | null;
  /** All words of a page that readers marked, whose label stands in place of the data set's; else null. */
  readonly marked: MarkedWords | null;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Word hashes of a text and where its lines begin. */
export function goldWords(text: string): GoldWords {
  const hashes: number[] = [];
  const starts: number[] = [];
  for (const line of text.normalize('NFKC').split('\n')) {
    starts.push(hashes.length);
    hashes.push(...wordHashes(line));
  }
  const lineStart = new Uint8Array(hashes.length);
  for (const start of starts) if (start < lineStart.length) lineStart[start] = 1;
  return { hashes, lineStart };
}

/** Labels of all pages, sorted by data set and name; those that readers made, from a file of `bench/readers/`, go first. */
export function readCorpus(dir: string, readerLabels: string): LabelledPage[] {
  const marked = readLabels(readerLabels);
  const pages: LabelledPage[] = [];
  for (const dataset of readdirSync(path.join(dir, 'pages')).sort()) {
    for (const name of readdirSync(path.join(dir, 'pages', dataset)).sort()) {
      if (!name.endsWith('.json')) continue;
      const id = `${dataset}/${name.slice(0, -5)}`;
      const file = path.join(dir, 'pages', dataset, name);
      const label = JSON.parse(readFileSync(file, 'utf8'));
      const text: string | null =
        label.text ?? (label.markdown === undefined ? null : markdownText(label.markdown));
      pages.push({
        id,
        dataset,
        type: label.type,
        url: label.url,
        domain: registrableDomain(label.url),
        file: file.replace(/json$/, 'html.gz'),
        gold: text === null ? null : goldWords(text),
        marked: null,
        include: label.with ?? [],
        exclude: label.without ?? [],
        ...asMarked(dir, id, marked.get(id)),
      });
    }
  }
  return pages;
}

/** What readers found of a page: its kind, its content and all of its words. */
function asMarked(
  dir: string,
  id: string,
  label: ReaderLabel | undefined,
): Pick<LabelledPage, 'type' | 'gold' | 'marked'> | undefined {
  if (label === undefined) return undefined;
  const { lines, marks } = markedLines(dir, id, label);
  const words = lines.map((line) => goldWords(line).hashes);
  const content = lines.filter((_, i) => marks[i] === CONTENT);
  return {
    type: label.type,
    gold: goldWords(content.join('\n')),
    marked: {
      hashes: words.flat(),
      marks: Uint8Array.from(words.flatMap((own, i) => own.map(() => marks[i]!))),
    },
  };
}

/** HTML of a page, by its file in the corpus. */
export function readHtml(file: string): string {
  return gunzipSync(readFileSync(file)).toString('utf8');
}
