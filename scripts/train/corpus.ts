import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { emptyCount, scanWords } from '../../src/core/page/word-scan.ts';
import type { GoldWords } from './align.ts';
import { markdownText } from './markdown-text.ts';
import { registrableDomain } from './registrable-domain.ts';

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
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Word hashes of a text and where its lines begin. */
export function goldWords(text: string): GoldWords {
  const hashes: number[] = [];
  const starts: number[] = [];
  for (const line of text.normalize('NFKC').split('\n')) {
    starts.push(hashes.length);
    scanWords(line, emptyCount(), hashes);
  }
  const lineStart = new Uint8Array(hashes.length);
  for (const start of starts) if (start < lineStart.length) lineStart[start] = 1;
  return { hashes, lineStart };
}

/** Reads the labels of all pages, sorted by data set and name. */
export function readCorpus(dir: string): LabelledPage[] {
  const pages: LabelledPage[] = [];
  for (const dataset of readdirSync(path.join(dir, 'pages')).sort()) {
    for (const name of readdirSync(path.join(dir, 'pages', dataset)).sort()) {
      if (!name.endsWith('.json')) continue;
      const file = path.join(dir, 'pages', dataset, name);
      const label = JSON.parse(readFileSync(file, 'utf8'));
      const text: string | null =
        label.text ?? (label.markdown === undefined ? null : markdownText(label.markdown));
      pages.push({
        id: `${dataset}/${name.slice(0, -5)}`,
        dataset,
        type: label.type,
        url: label.url,
        domain: registrableDomain(label.url),
        file: file.replace(/json$/, 'html.gz'),
        gold: text === null ? null : goldWords(text),
        include: label.with ?? [],
        exclude: label.without ?? [],
      });
    }
  }
  return pages;
}

/** HTML of a page, by its file in the corpus. */
export function readHtml(file: string): string {
  return gunzipSync(readFileSync(file)).toString('utf8');
}
