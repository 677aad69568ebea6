import type { ConvertOptions } from '../options.ts';
import { type ContentNode, childFields } from '../walk-content.ts';
import { normalizeContent } from './normalize.ts';
import type { Root } from './tree.ts';
import { pageOf } from './urls.ts';

type Wanted = Pick<ConvertOptions, 'url' | 'links' | 'samePageLinks' | 'images'>;

/**
 * The tree that the caller wants written: without links (`links: 'none'`: their words stay), with those within the page as
 * `#fragment` (`samePageLinks: 'relative'`), with images as their alternative text (`images: 'alt'`) or without them
 * (`'none'`). Normalised anew, so that what held nothing else
 * goes too. `root` itself, which stays as it is, when the options ask for nothing.
 */
export function withMedia(root: Root, options: Wanted): Root {
  const opensLinks = options.links === 'none';
  const own = options.samePageLinks === 'relative' ? pageOf(options.url ?? '') : '';
  const images = options.images ?? 'keep';
  if (!opensLinks && own === '' && images === 'keep') return root;
  const copy: Root = { ...root };
  const stack: ContentNode[] = [copy];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const lists = node as unknown as Record<string, ContentNode[]>;
    for (const field of childFields(node))
      lists[field] = lists[field]!.map((child) => {
        const copied = { ...child };
        stack.push(copied);
        return copied;
      });
    // To the normaliser, a link without an address is its words, and an image without one its alternative text.
    if (node.type === 'link' && opensLinks) node.url = '';
    else if (node.type === 'link' && own !== '' && pageOf(node.url) === own)
      node.url = /#.+$/s.exec(node.url)?.[0] ?? node.url;
    else if (node.type === 'image' && images !== 'keep') {
      node.url = '';
      if (images === 'none') node.alt = '';
    }
  }
  return normalizeContent(copy);
}
