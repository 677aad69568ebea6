import type { ConvertedPage } from '../client/index.ts';
import { h, plural } from '../site/browser/dom.ts';

/** The links and the images of the content. Addresses open in a new tab and tell the site nothing of this page. */
export function linksPane({ links = [], images = [] }: ConvertedPage): HTMLElement {
  return h(
    'div',
    {},
    h('h3', {}, plural(links.length, 'link')),
    links.length === 0
      ? h('p', { class: 'muted' }, 'The content links nowhere.')
      : table(
          ['Words', 'Address'],
          links.map(({ text, url }) => [text || '–', url]),
        ),
    h('h3', {}, plural(images.length, 'image')),
    images.length === 0
      ? h('p', { class: 'muted' }, 'The content shows no images.')
      : table(
          ['Description', 'Address'],
          images.map(({ alt, url }) => [alt || '–', url]),
        ),
  );
}

function table(head: readonly string[], rows: readonly (readonly [string, string])[]): HTMLElement {
  return h(
    'table',
    { class: 'addresses' },
    h('thead', {}, h('tr', {}, ...head.map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, ...rows.map(([words, url]) => h('tr', {}, h('td', {}, words), h('td', {}, address(url))))),
  );
}

function address(url: string): HTMLElement | string {
  return /^(?:https?|mailto):/i.test(url)
    ? h('a', { href: url, target: '_blank', rel: 'noopener noreferrer nofollow' }, url)
    : url.slice(0, 200);
}
