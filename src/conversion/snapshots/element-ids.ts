import { sourceTags } from '../../core/html/source-tags.ts';

/** Whether an element of a page in a browser has one of some ids, as they are written; what stands in templates is no element. */
export function hasElementWithId(html: string, ids: ReadonlySet<string>): boolean {
  // Most fragments of applications stand nowhere in their source.
  if (![...ids].some((id) => html.includes(id))) return false;
  let templates = 0;
  for (const { name, isStart, attributes } of sourceTags(html)) {
    const id = attributes.get('id');
    if (templates === 0 && id !== undefined && ids.has(id)) return true;
    if (name === 'template') templates = Math.max(0, templates + (isStart ? 1 : -1));
  }
  return false;
}
