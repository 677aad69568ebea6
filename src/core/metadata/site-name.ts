import { parseUrl } from '../../contract/address.ts';
import { onOneLine } from '../html/blank.ts';
import { attr, type HtmlDocument, type HtmlNode, nodesOf } from '../html/tree.ts';
import { lazyBy } from '../lazy.ts';
import { wordSet } from '../word-set.ts';
import { elementText, squash } from './plain-text.ts';

/** What is known of the name of the site that a page belongs to. */
export interface SiteEvidence {
  /** The best of the names that the page gives the site. */
  readonly siteName: string | null;
  /** What links to the front page say. */
  readonly linkNames: readonly string[];
  readonly host: HostNames;
}

/** What the host name of a page says of its site, for comparison with squashed names. */
export interface HostNames {
  /** All of it but `www`; '' where there is no host. */
  readonly whole: string;
  /** Labels, without the last, that can name a site. */
  readonly labels: readonly string[];
}

/**
 * What may stand between a title and a site's name. A hyphen or colon needs white space, except beside Chinese,
 * Japanese and Korean characters, where titles are written `標題-頻道_網站`.
 */
// linear: at most 300 characters, as titles and names.
const SEPARATOR =
  /\s+[-–—−·•∙|¦:/\\~»«›‹>→]+\s+|\s*(?:\||｜|¦|│|┃|::|»|«|›|‹|•)\s*|:\s+|\s*_{1,2}\s*(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])|(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])\s*[-–—_]{1,2}\s*|(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af!?！？。])\s*[-–—_]\s*/g;

/** Most segments that are told apart. */
const MAX_SEGMENTS = 8;
/** Most words of a name of a site without its motto. */
export const MAX_NAME_WORDS = 7;
/** Fewest characters of a host's word that several words of a name may spell. */
const MIN_JOINED = 4;
const BEYOND_ASCII = /[^\u0000-\u007f]/;
/** What hosts put before the name of a product: `gettides.example`. */
const HOST_PREFIX = /^(?:get|go|my|with|try)/;

/** A part of a title or name between separators. */
export interface Segment {
  start: number;
  end: number;
  /** What stands behind it, without white space. */
  separator: string;
}

/** The parts of a title between its separators. */
export function segment(title: string): Segment[] {
  const segments: Segment[] = [];
  let start = 0;
  for (const match of title.matchAll(SEPARATOR)) {
    if (segments.length === MAX_SEGMENTS - 1) break;
    if (match.index <= start) continue;
    segments.push({ start, end: match.index, separator: match[0].trim() });
    start = match.index + match[0].length;
  }
  if (start < title.length) segments.push({ start, end: title.length, separator: '' });
  return segments;
}

/** The parts of a title between its separators as texts. */
export function partsOf(title: string): string[] {
  return segment(title).map(({ start, end }) => title.slice(start, end).trim());
}

/** A title or name for comparison, and what stands ahead of its first separator. */
export function leadsOf(title: string): string[] {
  const [lead = ''] = partsOf(title);
  return [title, lead].map(squash);
}

/** What a site is called, for comparison: a name may carry its own motto (`Acme - All for the roadrunner`). */
const namesOf = lazyBy(
  ({ siteName, linkNames, host }: SiteEvidence): ReadonlySet<string> =>
    new Set([...leadsOf(siteName ?? ''), ...linkNames.map(squash), ...host.labels].map(withoutThe)).add(
      host.whole,
    ),
);

/** Whether a part of a title is the name of the site. */
export function isSite(part: string, evidence: SiteEvidence): boolean {
  const name = withoutThe(squash(part));
  return name !== '' && (namesOf(evidence).has(name) || spellsHost(part, evidence.host.labels));
}

/** Whether the last part of a title resembles the name of the site: one begins with the other, word for word. */
export function resemblesSite(part: string, { siteName, host }: SiteEvidence): boolean {
  if (part.length > 60) return false;
  const words = wordsOf(part);
  const siteWords = wordsOf(siteName ?? '');
  const shared = Math.min(words.length, siteWords.length);
  if (shared > 0 && siteWords.slice(0, shared).join(' ') === words.slice(0, shared).join(' ')) return true;
  return words.length > 0 && words.length <= 6 && host.labels.includes(words[0]!);
}

/** Whether a part begins with words that, joined, are a word of the host: `Harbour Post Forums`, `harbourpost`. */
function spellsHost(part: string, labels: readonly string[]): boolean {
  if (labels.length === 0 || part.length > 60 || segment(part).length !== 1) return false;
  return foldings(part).some((folded) => {
    const words = wordsOf(folded);
    if (words.length > MAX_NAME_WORDS) return false;
    const beginnings = words.map((_, i) => words.slice(0, i + 1).join(''));
    const whole = beginnings.at(-1) ?? '';
    return labels.some(
      (label) =>
        label.length >= MIN_JOINED &&
        (beginnings.indexOf(label) > 0 ||
          whole === label ||
          (whole.length >= MIN_JOINED && whole === label.replace(HOST_PREFIX, ''))),
    );
  });
}

/** A text as hosts spell it: without accents, and with the German `ä` as `ae`. */
function foldings(text: string): string[] {
  const lower = text.toLowerCase();
  if (!BEYOND_ASCII.test(lower)) return [lower];
  const german = lower
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss');
  return [lower, german].map((spelling) => spelling.normalize('NFD').replace(/\p{M}/gu, ''));
}

/** The words of a text for comparison, without an article ahead. */
export function wordsOf(text: string): string[] {
  const words = text
    .split(/[\s,.:|-]+/)
    .map(squash)
    .filter((word) => word !== '');
  return words[0] === 'the' ? words.slice(1) : words;
}

/** The names in a host name, or in ''. */
export function namesOfHost(host: string): HostNames {
  const labels = host
    .split('.')
    .slice(0, -1)
    .map(squash)
    .filter((label) => label.length >= 3 && !GENERIC_LABELS.has(label));
  return { whole: squash(host.replace(/^www\./, '')), labels };
}

function withoutThe(name: string): string {
  return name.length > 6 && name.startsWith('the') ? name.slice(3) : name;
}

/** Labels of host names that name no site. */
const GENERIC_LABELS = wordSet(
  'www www2 web blog blogs news docs doc help support shop store en de fr es it forum forums wiki mobile com org net edu gov dev app api my community learn about info github gitlab wordpress blogspot',
);

/** Most links that are read, and longest name. */
const MAX_LINKS = 20;
const MAX_NAME = 60;
/** Nodes within a link that a picture is looked for in. */
const MAX_NODES = 30;

/** How the address of a front page may end; what ends otherwise is not parsed. */
const FRONT_HREF = /(?:^|\/)(?:index\.\w{2,5}|home\/?|[a-z]{2}(?:-[a-z]{2})?\/?|\.{1,2})?$|\/\/[^/]*$/i;
/** Front pages, those of languages too. */
const FRONT_PATH = /^\/(?:index\.\w{2,5}|home\/?|[a-z]{2}(?:-[a-z]{2})?\/?)?$/i;
/** An address whose path is the same when it is resolved. */
const PLAIN_HREF = /^(?:https?:\/\/[\w.-]+)?(\/(?!\/)[\w/-]*)$/i;
/** What links to the front page say that is no name. */
const NO_NAME =
  /^(?:home|home ?page|start|startseite|back|logo|site logo|menu|inicio|accueil|index|main|main page|top|welcome|english|deutsch|[a-z]{2}|go home|return home|(?:skip|link) to .*|首页|主页|ホーム|トップ)$/i;

/** What the links to the front page of a page's own site say: its name, mostly. */
export function frontPageNames(doc: HtmlDocument, url: string): string[] {
  const host = hostOf(parseUrl(url));
  const names: string[] = [];
  if (host === undefined) return names;
  let links = 0;
  for (const node of doc.elements.tagged('a')) {
    if (!isFrontLink(doc, node, host)) continue;
    names.push(...wordsFor(doc, node).filter((name) => name.length < MAX_NAME && !NO_NAME.test(name)));
    if (++links === MAX_LINKS) break;
  }
  return names;
}

function isFrontLink(doc: HtmlDocument, link: HtmlNode, host: string): boolean {
  const href = attr(link, 'href')?.trim();
  if (!href || href.length > 200) return false;
  const path = PLAIN_HREF.exec(href)?.[1];
  if (!(path === undefined ? FRONT_HREF.test(href) : FRONT_PATH.test(path))) return false;
  const target = parseUrl(href, doc.baseUrl || undefined);
  return hostOf(target) === host && target?.search === '' && FRONT_PATH.test(target.pathname);
}

function hostOf(url: URL | undefined): string | undefined {
  return url?.hostname.replace(/^www\./, '');
}

/** Text, title, label and alternative texts of a link. */
function wordsFor(doc: HtmlDocument, link: HtmlNode): string[] {
  const pictures = nodesOf(doc, link, MAX_NODES).filter(({ tag }) => tag === 'img');
  const alternatives = pictures.map((node) => attr(node, 'alt'));
  const words = [elementText(doc, link), attr(link, 'title'), attr(link, 'aria-label'), ...alternatives];
  return words.map((word) => onOneLine(word ?? '')).filter((word) => word !== '');
}
