import { parse } from 'parse5';

/**
 * Lines of a page as readers marked them, from the first, each with its text nodes: one for each block, one for a row of a data table,
 * its cells parted by ` | `. No extractor is asked: scripts, styles, templates and drawings are left out, nothing else is judged.
 * `root`: a document of parse5, or of a browser, where this function runs by itself.
 */
export function linesIn(root) {
  const setOf = (names) => new Set(names.split(' '));
  /** Elements that begin and end a line. */
  const BLOCK = setOf(
    'address article aside blockquote body button caption center dd details dialog div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html iframe legend li main menu nav ol optgroup option p pre search section select summary table tbody td tfoot th thead tr ul',
  );
  /** Elements whose text is no line of a page. */
  const LEFT_OUT = setOf('head script style template noscript svg math option datalist object embed');
  /** Children of a row that make it a part of the layout, with lines of its own. */
  const LAID_OUT = setOf('table p ul h2');
  const nameOf = (node) => node.nodeName.toLowerCase();
  const isLaidOut = (row) => {
    const open = [...row.childNodes];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (LAID_OUT.has(nameOf(node))) return true;
      open.push(...(node.childNodes ?? []));
    }
    return false;
  };

  const lines = [];
  let text = '';
  let nodes = [];
  const flush = () => {
    const line = text.replace(/\s+/g, ' ').trim();
    if (/[\p{L}\p{N}]/u.test(line)) lines.push({ line, nodes });
    text = '';
    nodes = [];
  };
  const enter = (node, isInRow) => {
    for (const child of node.childNodes ?? []) {
      const tag = nameOf(child);
      if (tag === '#text') {
        text += child.value ?? child.data;
        nodes.push(child);
      }
      if (tag.startsWith('#') || LEFT_OUT.has(tag)) continue;
      const isBlock = BLOCK.has(tag);
      if (isInRow) {
        if ((tag === 'td' || tag === 'th') && text.trim() !== '') text += ' | ';
        if (isBlock || tag === 'br') text += ' ';
      } else if (isBlock || tag === 'br') flush();
      enter(child, isInRow || (tag === 'tr' && !isLaidOut(child)));
      if (isBlock && !isInRow) flush();
    }
  };
  enter(root, false);
  flush();
  return lines;
}

/** Text of the lines of a page. */
export function linesOf(html) {
  return linesIn(parse(html)).map(({ line }) => line);
}
