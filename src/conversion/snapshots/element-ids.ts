/** The start of a comment, or a tag up to its name, with the `/` of an end. */
const MARKUP = /<(?:!--|(\/?)([a-z][^\s/>]*))/gi;
/** An attribute: its name, and its value in one of three forms. */
const ATTRIBUTE = /[\s/=]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;
/** Elements whose content is no markup where scripts run, and what ends each. */
// linear: a name of the list and one character.
const RAW: ReadonlyMap<string, RegExp> = new Map(
  ['script', 'style', 'textarea', 'title', 'noscript', 'xmp', 'iframe', 'noembed', 'noframes'].map((name) => [
    name,
    new RegExp(`</${name}(?=[\\s/>])`, 'gi'),
  ]),
);

/**
 * Whether an element of a page in a browser has one of some ids, as they are written. A look at the tags alone, on the event loop: a
 * tree takes ten times as long. What stands in comments, scripts and templates is no element. Linear in the page.
 */
export function hasElementWithId(html: string, ids: ReadonlySet<string>): boolean {
  // Most fragments of applications stand nowhere in their source.
  if (![...ids].some((id) => html.includes(id))) return false;
  let templates = 0;
  for (let at = 0; ; ) {
    MARKUP.lastIndex = at;
    const found = MARKUP.exec(html);
    if (found === null) return false;
    const [, slash, tag] = found;
    at = MARKUP.lastIndex;
    if (tag === undefined) {
      at = placeOf(html.indexOf('-->', found.index + '<!'.length), html);
      continue;
    }
    const name = tag.toLowerCase();
    const isStart = slash === '';
    if (isStart) {
      const { id, end } = readTag(html, at);
      if (templates === 0 && id !== undefined && ids.has(id)) return true;
      at = endOfContent(html, name, end);
    }
    if (name === 'template') templates = Math.max(0, templates + (isStart ? 1 : -1));
  }
}

/** The id of a start tag from behind its name on, the first where there are more, and where the tag ends. */
function readTag(html: string, from: number): { readonly id: string | undefined; readonly end: number } {
  let id: string | undefined;
  for (let end = from; ; end = ATTRIBUTE.lastIndex) {
    ATTRIBUTE.lastIndex = end;
    const found = ATTRIBUTE.exec(html);
    if (found === null) return { id, end };
    const [, name, double, single, bare] = found;
    if (name!.toLowerCase() === 'id') id ??= double ?? single ?? bare ?? '';
  }
}

function endOfContent(html: string, name: string, from: number): number {
  const end = RAW.get(name);
  if (end === undefined) return from;
  end.lastIndex = from;
  return placeOf(end.exec(html)?.index ?? -1, html);
}

const placeOf = (found: number, html: string): number => (found < 0 ? html.length : found);
