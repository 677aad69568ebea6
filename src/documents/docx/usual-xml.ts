/**
 * Prefixes that stand for the vocabulary of Word documents (ECMA-376, part 1, annex A; part 4 for the transitional one), or for that
 * of alternate content (part 3, 10).
 */
const PREFIX =
  /\sxmlns:([\w.-]+)="http:\/\/(?:schemas\.openxmlformats\.org\/(?:wordprocessingml\/2006\/main|(markup-compatibility)\/2006)|purl\.oclc\.org\/ooxml\/wordprocessingml\/main)"/g;
// linear: a tag ends before the next begins.
const TAG = /<[^<>]*>/g;
const ATTRIBUTE = /(?<=[\w.:-])\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * XML of a part as Word writes it: no comments, attributes in double quotes without blanks, `w` for the names of Word, `mc` for those
 * of alternate content. Whoever looks for names in it finds all that a parser finds.
 */
export function usualXml(xml: string): string {
  const [start = '', ...rest] = xml.split('<!--');
  const afterComment = (part: string) => (part.includes('-->') ? part.slice(part.indexOf('-->') + 3) : '');
  const tagged = (start + rest.map(afterComment).join('')).replace(TAG, (tag) =>
    tag.replace(ATTRIBUTE, (_, double: string | undefined, single: string | undefined) => {
      return `="${double ?? single!.replaceAll('"', '&quot;')}"`;
    }),
  );
  const prefixes = new Map<string, string>();
  for (const [, prefix, alternate] of tagged.matchAll(PREFIX)) {
    const usual = alternate === undefined ? 'w' : 'mc';
    if (prefix !== usual) prefixes.set(prefix!, usual);
  }
  if (prefixes.size === 0) return tagged;
  return tagged.replace(TAG, (tag) =>
    tag.replace(/(<\/?|\s(?:xmlns:)?)([\w.-]+)(?=[:=])/g, (name, lead: string, prefix: string) => {
      const usual = prefixes.get(prefix);
      return usual === undefined ? name : lead + usual;
    }),
  );
}
