import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Outcome } from '../../src/contract/failure.ts';
import { CHROME } from './frames.table.ts';

/** A page and what an honest reader says of it. */
export interface LabelledPage {
  /** `set:label:ordinal`, such as `de.later:soft_404:1`. */
  readonly id: string;
  readonly label: Outcome;
  readonly url: string;
  readonly status: number;
  readonly html: string;
  /** Rules may be tuned on `dev` only. */
  readonly half: 'dev' | 'held-out';
}

/**
 * Reads all `pages/*.cases` of a folder. A set begins with a line `## name`, where the name up to a dot is its language; what follows up to the
 * first case is about the set. A case begins with a line
 * `# label | frame [status=N] [path=/p] | title`; lines that begin with `^ ` go into the head, all others into the body.
 * Frames: `bare` (nothing around), `site` (navigation and footer), `cookies` (a site with a cookie banner),
 * `app` (a root element and bundles), `raw` (the lines are the whole document).
 */
export function labelledPages(folder: string): LabelledPage[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split(/^## /m).slice(1))
    .flatMap((set) => pagesOf(set.slice(0, set.indexOf('\n')), set));
}

/** The cases of one set. */
function pagesOf(name: string, text: string): LabelledPage[] {
  const ordinals = new Map<string, number>();
  return text
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...lines] = part.trimEnd().split('\n');
      const [label = '', frame = '', title = ''] = head.split('|').map((field) => field.trim());
      const ordinal = (ordinals.get(label) ?? 0) + 1;
      ordinals.set(label, ordinal);
      return page(`${name}:${label}:${ordinal}`, label as Outcome, frame, title, lines);
    });
}

function page(id: string, label: Outcome, frame: string, title: string, lines: string[]): LabelledPage {
  const lang = id.split(/[.:]/, 1)[0]!;
  const option = (name: string): string | undefined =>
    frame
      .split(' ')
      .find((word) => word.startsWith(`${name}=`))
      ?.slice(name.length + 1);
  const head = lines.filter((line) => line.startsWith('^ ')).map((line) => line.slice(2));
  const body = lines.filter((line) => !line.startsWith('^ ')).join('\n');
  const kind = frame.split(' ', 1)[0]!;
  const html =
    kind === 'raw'
      ? body
      : `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head.join('')}</head>` +
        `<body>${framed(kind, lang, body)}</body></html>`;
  return {
    id,
    label,
    html,
    url: `https://www.site.example${option('path') ?? '/articles/4711'}`,
    status: Number(option('status') ?? 200),
    half: fnv(id) % 2 === 0 ? 'dev' : 'held-out',
  };
}

function framed(kind: string, lang: string, body: string): string {
  if (kind === 'bare') return body;
  if (kind === 'app')
    return `<div id="root">${body}</div><script src="/static/js/main.8f2c.js" defer></script>`;
  if (kind !== 'site' && kind !== 'cookies') throw new Error(`No frame "${kind}"`);
  const words = CHROME[lang];
  if (!words) throw new Error(`Add the words of "${lang}" to frames.table.ts`);
  const [notice, accept, reject] = words.cookies;
  const banner = `<div class="cookie-banner" role="dialog"><p>${notice}</p><button>${accept}</button><button>${reject}</button></div>`;
  return (
    `<header><a href="/"><img src="/logo.svg" alt="Site"></a><nav><ul>${words.nav.map((word, i) => `<li><a href="/n${i}">${word}</a></li>`).join('')}` +
    `<li><a href="/login">${words.login}</a></li></ul></nav><form action="/search" role="search"><input type="search" name="q" placeholder="${words.search}"><button>${words.search}</button></form></header>` +
    `<main>${body}</main><footer>${words.footer.map((word, i) => `<a href="/f${i}">${word}</a>`).join(' ')} <p>© 2025 Site</p></footer>` +
    (kind === 'cookies' ? banner : '')
  );
}

/** FNV-1a over UTF-16 units, its halves folded so that the low bit depends on all of it. */
export function fnv(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
