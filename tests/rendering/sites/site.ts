import type { IncomingMessage } from 'node:http';
import type { FailureReason } from '../../../src/contract/failure.ts';

/** What a path of a site is answered with; a string is a body with the type that the path's ending names. */
export interface SiteAnswer {
  readonly body: string;
  /** How long the answer takes, in milliseconds; `Infinity`: it never comes. */
  readonly delayMs?: number;
  readonly status?: number;
}

/** A small web site, and what a reader of its first page must be given. */
export interface Site {
  readonly id: string;
  /** The framework or library that fills it, or the technique where there is none: at most three sites each. */
  readonly by: string;
  /** By path; `/` is the page that is asked for. A function answers by the request. */
  readonly files: Readonly<Record<string, string | SiteAnswer | ((request: IncomingMessage) => string)>>;
  /** All of these are in the Markdown. */
  readonly shows: readonly string[];
  /** None of these is. */
  readonly lacks?: readonly string[];
  /** The page is none, for this reason. */
  readonly refused?: FailureReason;
  /** The page is complete as it is served: no browser may be started for it. */
  readonly isServed?: boolean;
  /** Of the request; absent: as the service has it. */
  readonly timeoutMs?: number;
}

const PARAGRAPHS = [
  'The keepers of NAME wrote down the height of the water every morning, and their books still lie in the tower beside the weir.',
  'In spring the ferries to NAME carry more sheep than people, because the high pastures open before the road has dried.',
  'Nobody remembers who built the first mill at NAME, but its wheel turned for four hundred years until the dam was closed.',
  'Visitors who come to NAME in the autumn find the locks empty, the boats on land and the baker asleep until noon.',
] as const;

/** Paragraphs that occur nowhere else: a site's own, by its id. */
export function story(id: string): readonly string[] {
  return PARAGRAPHS.map((text) => text.replace('NAME', id));
}

/** The first and the last paragraph of a site. */
export function ends(id: string): readonly string[] {
  return [story(id)[0]!, story(id).at(-1)!];
}

/** The paragraphs as an array for scripts, and as an answer of an interface. */
export const storyJson = (id: string): string => JSON.stringify(story(id));

/** The paragraphs as markup. */
export const storyHtml = (id: string): string =>
  story(id)
    .map((text) => `<p>${text}</p>`)
    .join('\n');

const PAGES = [
  'Home',
  'Valleys',
  'Boats',
  'Towns',
  'Walks',
  'Weather',
  'Archive',
  'Shop',
  'About',
  'Contact',
];

/** Text that the server wrote already: a page with it is no empty shell. */
export const INTRO =
  'This is the collection of the river museum, kept by volunteers since 1974 and open to everybody who wants to read in it. Notes are added each month, after two of us have compared them with the books in the tower. Send us a letter when you find a mistake, and tell us the page and the line.';

/**
 * A page with navigation, heading, introduction and footer, all written by its server, around `main`. `scripts` ends the
 * body, `head` the head.
 */
export function framed(
  main: string,
  scripts: string,
  { head = '', intro = `<p>${INTRO}</p>`, body = '' } = {},
): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>River notes - The river museum</title>${head}</head><body ${body}>
<header><nav><ul>${PAGES.map((page) => `<li><a href="/${page.toLowerCase()}">${page}</a></li>`).join('')}</ul></nav></header>
<main><h1>River notes</h1>${intro}${main}</main>
<footer><p>The river museum, Weir Street 4. Open from Tuesday to Sunday.</p><a href="/imprint">Imprint</a></footer>
${scripts}</body></html>`;
}

/** A page without anything that a server wrote but its title. */
export function bare(body: string, head = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>River notes</title>${head}</head><body>${body}</body></html>`;
}

export const module = (code: string): string => `<script type="module">${code}</script>`;
export const script = (code: string): string => `<script>${code}</script>`;
/** A library as `fixtures/made/libraries` has it. */
export const library = (name: string): string => `<script src="/lib/${name}.js"></script>`;

/** The answer of an interface with the site's paragraphs. */
export const api = (id: string, delayMs: number): Site['files'] => ({
  '/api/notes.json': { body: storyJson(id), delayMs },
});
