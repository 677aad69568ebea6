import { parseUrl } from '../../contract/address.ts';
import { attr, ELEMENT, type HtmlDocument, type HtmlNode } from '../html/tree.ts';
import { elementText } from './element-text.ts';

/** Most links that are read, and longest name. */
const MAX_LINKS = 20;
const MAX_NAME = 60;
/** Nodes within a link that a picture is looked for in. */
const MAX_NODES = 30;

/** How the address of a front page may end; what ends otherwise is not parsed. */
const FRONT_HREF = /(?:^|\/)(?:index\.\w{2,5}|home\/?|[a-z]{2}(?:-[a-z]{2})?\/?|\.{1,2})?$|\/\/[^/]*$/i;
/** Front pages, those of languages too. */
const FRONT_PATH = /^\/(?:index\.\w{2,5}|home\/?|[a-z]{2}(?:-[a-z]{2})?\/?)?$/i;
/** What links to the front page say that is no name. */
const NO_NAME =
  /^(?:home|home ?page|start|startseite|back|logo|site logo|menu|inicio|accueil|index|main|main page|top|welcome|english|deutsch|[a-z]{2}|go home|return home|(?:skip|link) to .*|首页|主页|ホーム|トップ)$/i;

/** What the links to the front page of a page's own site say: its name, mostly. */
export function frontPageNames(doc: HtmlDocument, url: string): string[] {
  const host = hostOf(parseUrl(url));
  const names: string[] = [];
  if (host === undefined) return names;
  let links = 0;
  for (const node of doc.nodes) {
    if (node.tag !== 'a' || !isFrontLink(doc, node, host)) continue;
    names.push(...wordsFor(doc, node).filter((name) => name.length < MAX_NAME && !NO_NAME.test(name)));
    if (++links === MAX_LINKS) break;
  }
  return names;
}

function isFrontLink(doc: HtmlDocument, link: HtmlNode, host: string): boolean {
  const href = attr(link, 'href')?.trim();
  if (!href || href.length > 200 || !FRONT_HREF.test(href)) return false;
  const target = parseUrl(href, doc.baseUrl || undefined);
  return hostOf(target) === host && target?.search === '' && FRONT_PATH.test(target.pathname);
}

function hostOf(url: URL | undefined): string | undefined {
  return url?.hostname.replace(/^www\./, '');
}

/** Text, title, label and alternative texts of a link. */
function wordsFor(doc: HtmlDocument, link: HtmlNode): string[] {
  const words = [elementText(doc, link), attr(link, 'title'), attr(link, 'aria-label')];
  const end = Math.min(link.end, link.index + MAX_NODES);
  for (let i = link.index + 1; i < end; i++) {
    const node = doc.nodes[i]!;
    if (node.kind === ELEMENT && node.tag === 'img') words.push(attr(node, 'alt'));
  }
  return words.map((word) => (word ?? '').replace(/\s+/g, ' ').trim()).filter((word) => word !== '');
}
