/** An example of a Markdown specification: Markdown and the HTML that it stands for. */
export interface Example {
  readonly number: number;
  readonly section: string;
  readonly markdown: string;
  readonly html: string;
}

/** Examples of a specification in the format of CommonMark's `spec.txt`; one whose fence ends in a number has that one. */
export function readExamples(source: string): Example[] {
  const text = source.replace(/^<!-- END TESTS -->[\s\S]*/m, '');
  const examples: Example[] = [];
  let section = '';
  const parts = /^`{32} example(?:.* (\d+))?.*\n([\s\S]*?)^\.\n([\s\S]*?)^`{32}$|^#{1,6} *(.*)$/gm;
  for (const [, number, markdown, html, heading] of text.matchAll(parts)) {
    if (heading !== undefined) section = heading;
    else
      examples.push({
        number: Number(number ?? examples.length + 1),
        section,
        markdown: markdown!.replaceAll('→', '\t'),
        html: html!.replaceAll('→', '\t'),
      });
  }
  return examples;
}

const TAGS = new Set(
  `p ul ol li h1 h2 h3 h4 h5 h6 pre code blockquote hr a em strong img br del table thead tbody tr th td input
   sup section`.split(/\s+/),
);

/** Why no converter of HTML could give the example's Markdown back, or ours may not; null when it should. */
export function outOfReach({ section, html }: Example): string | null {
  const tags = [...html.matchAll(/<(\/?)([A-Za-z][\w-]*)|<[!?]/g)];
  if (
    /HTML blocks|Raw HTML/.test(section) ||
    tags.some(([, , name]) => name === undefined || !TAGS.has(name))
  )
    return 'shows raw HTML';
  const count = (slash: string): number =>
    tags.filter(([, end, name]) => name === 'a' && end === slash).length;
  if (count('') !== count('/') || /<img (?![^>]*alt=)/.test(html)) return 'shows stray tags';
  if (html.trim() === '' || EMPTY.test(html)) return 'shows a construct without content';
  if (SCHEMES.test(html)) return 'links with a scheme other than http, https and mailto';
  return null;
}

const EMPTY = /<(h\d|li|blockquote|p)>\s*<\/\1>|<a [^>]*><\/a>|(?:href|src)=""|<code[^>]*>\s*<\/code>/;
const SCHEMES = /(?:href|src)="(?!https?:|mailto:)[a-z][a-z\d+.-]*:/i;
