import { parseUrl } from '../../contract/address.ts';
import { localFragment, percentDecoded } from '../html/address.ts';
import { attr, type HtmlDocument, type HtmlNode } from '../html/tree.ts';
import { lazy } from '../lazy.ts';
import { lowerBound } from '../lower-bound.ts';
import { uint8s } from '../zeroed.ts';

/** A link to a place on its own page. */
export interface LocalLink {
  readonly node: HtmlNode;
  /** What follows the `#`, as it stands in the page. */
  readonly fragment: string;
}

/** Elements around a link among which is the place that leads back to it: the item of a list of notes. */
const MAX_HEIGHT = 5;

/** The links of a page to places of its own, in document order, and where they lead. */
export class LocalLinks {
  readonly all: readonly LocalLink[];
  readonly #doc: HtmlDocument;
  readonly #stays: (node: HtmlNode) => boolean;

  /** `removedBy`: what is removed neither leads nor is led to; null where nothing is. */
  constructor(doc: HtmlDocument, removedBy: Uint8Array | null) {
    this.#doc = doc;
    this.#stays = removedBy === null ? () => true : staying(doc, removedBy);
    const links: (LocalLink & { readonly isLocal: boolean })[] = [];
    for (const node of doc.elements.tagged('a')) {
      const href = attr(node, 'href');
      const hash = href?.indexOf('#') ?? -1;
      if (href === null || hash < 0 || hash + 1 === href.length || !this.#stays(node)) continue;
      const fragment = href.slice(hash + 1);
      links.push({ node, fragment, isLocal: localFragment(href, doc.baseUrl) !== '' });
    }
    const hostOf = (href: string) => parseUrl(href, doc.baseUrl || undefined)?.host;
    const host = lazy(() => parseUrl(doc.baseUrl)?.host);
    const others = links.filter(
      ({ node, fragment, isLocal }) =>
        !isLocal && this.targetOf(fragment) !== undefined && hostOf(attr(node, 'href')!) === host(),
    );
    const returning = others.length === 0 ? new Set() : this.#returning(others);
    this.all = links.filter((link) => link.isLocal || returning.has(link));
  }

  /** Of links that seem to lead to other pages, those that lead to each other here: notes, with the page's other address. */
  #returning(links: readonly LocalLink[]): ReadonlySet<LocalLink> {
    const returning = new Set<LocalLink>();
    const to = new Map<HtmlNode, LocalLink>();
    for (const link of links) {
      const target = this.targetOf(link.fragment);
      if (target !== undefined && !to.has(target)) to.set(target, link);
    }
    for (const link of links) {
      const target = this.targetOf(link.fragment);
      let place: HtmlNode | null = link.node;
      for (let up = 0; place !== null && up < MAX_HEIGHT; place = place.parent, up++) {
        const back = to.get(place);
        if (back === undefined || target === undefined) continue;
        if (back.node.index >= target.index && back.node.index < target.end) returning.add(link).add(back);
      }
    }
    return returning;
  }

  /** As browsers look it up: the fragment as it stands first, then decoded (HTML, 7.4.6.3). */
  targetOf(fragment: string): HtmlNode | undefined {
    const targets = this.#targets();
    return targets.get(fragment) ?? targets.get(percentDecoded(fragment));
  }

  between(first: number, end: number): LocalLink[] {
    const { all } = this;
    const place = (index: number) => lowerBound(all.length, (k) => all[k]!.node.index >= index);
    return all.slice(place(first), place(end));
  }

  /** Elements by their identifiers, then by what old pages name their places by, the first of each. */
  readonly #targets = lazy(() => {
    const targets = new Map<string, HtmlNode>();
    const { elements } = this.#doc;
    const add = (name: string | null, node: HtmlNode): void => {
      if (name !== null && !targets.has(name) && this.#stays(node)) targets.set(name, node);
    };
    for (const node of elements.having('id')) add(attr(node, 'id'), node);
    for (const node of elements.tagged('a')) add(attr(node, 'name'), node);
    return targets;
  });
}

function staying({ nodes }: HtmlDocument, removedBy: Uint8Array): (node: HtmlNode) => boolean {
  const gone = uint8s(nodes.length);
  for (let i = 0; i < nodes.length; i++) {
    if (removedBy[i] === 0) continue;
    gone.fill(1, i, nodes[i]!.end);
    i = nodes[i]!.end - 1;
  }
  return ({ index }) => gone[index] === 0;
}
