/** Elements around runs that say nothing of them to a reader: fields of one tag, and directions of writing. */
const AROUND_RUNS = /<\/?w:(?:fldSimple|bdo|dir)\b[^<>]*>/g;

const TICKED = '☒';
const EMPTY = '☐';

/**
 * XML of a part in the elements that mammoth knows: what it does not know it drops with all runs inside. Fields of one tag, directions
 * and ruby (its reading in brackets behind it) are runs; boxes to tick are signs, and drop-down lists what is chosen (ECMA-376, part 1,
 * 17.16.19, 17.3.2.3, 17.3.3.25, 17.16.17). Linear.
 */
export function withPlainElements(xml: string): string {
  // What Word shows of its own boxes stands in their content already (MS-DOCX, 2.6.1.3).
  const plain = xml.replaceAll('w14:checkbox', 'w14:box').replace(AROUND_RUNS, '');
  return replaceBetween(
    replaceBetween(plain, '<w:ruby>', '</w:ruby>', plainRuby),
    '<w:ffData>',
    '</w:ffData>',
    shownField,
  );
}

/** Replaces each part of a text from one tag to the next closing one. */
function replaceBetween(
  text: string,
  open: string,
  close: string,
  replace: (inner: string) => string,
): string {
  const [first = '', ...rest] = text.split(open);
  return (
    first +
    rest
      .map((part) => {
        const end = part.indexOf(close);
        return end < 0 ? open + part : replace(part.slice(0, end)) + part.slice(end + close.length);
      })
      .join('')
  );
}

function plainRuby(inner: string): string {
  const reading = between(inner, '<w:rt>', '</w:rt>');
  const base = between(inner, '<w:rubyBase>', '</w:rubyBase>');
  return `${base}<w:t>(</w:t>${reading}<w:t>)</w:t>`;
}

/** The data of a field that begins, which stand in its mark, with what is shown of it behind this. */
function shownField(inner: string): string {
  const box = between(inner, '<w:checkBox>', '</w:checkBox>');
  const list = between(inner, '<w:ddList>', '</w:ddList>');
  const shown = box !== '' ? (isTicked(box) ? TICKED : EMPTY) : list !== '' ? chosenOf(list) : '';
  return shown === '' ? '' : `</w:fldChar><w:t>${shown}</w:t><w:fldChar w:fldCharType="none">`;
}

function isTicked(box: string): boolean {
  const [, value] = /<w:checked\b([^<>]*)>/.exec(box) ?? /<w:default\b([^<>]*)>/.exec(box) ?? [];
  return value !== undefined && !/\bw:val="(?:0|false|off)"/.test(value);
}

/** The entry of a drop-down list that is chosen, as it is written in XML. */
function chosenOf(list: string): string {
  const at =
    /<w:result\b[^<>]*\bw:val="(\d{1,3})"/.exec(list) ?? /<w:default\b[^<>]*\bw:val="(\d{1,3})"/.exec(list);
  const entries = Array.from(list.matchAll(/<w:listEntry\b[^<>]*\bw:val="([^"]*)"/g), ([, entry]) => entry!);
  return entries[Number(at?.[1] ?? 0)] ?? '';
}

/** What stands between the first of a tag and the next closing one; '' without both. */
export function between(text: string, open: string, close: string): string {
  const from = text.indexOf(open);
  const to = text.indexOf(close, from);
  return from < 0 || to < 0 ? '' : text.slice(from + open.length, to);
}
