import type { Root } from '../core/content/tree.ts';
import { inlineText } from '../core/text/inline-text.ts';
import { walkContent } from '../core/walk-content.ts';

/** A link of the content, with its text. */
export interface ListedLink {
  readonly url: string;
  readonly text: string;
}

/** An image of the content, with its alternative text. */
export interface ListedImage {
  readonly url: string;
  readonly alt: string;
}

/** The links of a content tree in document order, each address once, with the first text it has. */
export function listLinks(content: Root): readonly ListedLink[] {
  const links = new Map<string, string>();
  walkContent(content, (node) => {
    if (node.type === 'link' && !links.get(node.url)) links.set(node.url, inlineText(node.children).trim());
    return false;
  });
  return [...links].map(([url, text]) => ({ url, text }));
}

/** The images of a content tree in document order, each address once, with the first alternative text it has. */
export function listImages(content: Root): readonly ListedImage[] {
  const images = new Map<string, string>();
  walkContent(content, (node) => {
    if (node.type === 'image' && !images.get(node.url)) images.set(node.url, node.alt);
    return false;
  });
  return [...images].map(([url, alt]) => ({ url, alt }));
}
