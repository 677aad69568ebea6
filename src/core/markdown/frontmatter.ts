/**
 * YAML front matter (YAML 1.2, the JSON subset for strings) between `---` lines, ending with a blank line;
 * empty when no field has a value. Strings are always double-quoted, so that no page title can be read as a
 * date, a number, a boolean or markup, and every YAML parser gives back the same strings.
 */
export function writeFrontmatter(fields: Readonly<Record<string, string | null>>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value ? [`${name}: ${quote(value)}`] : [],
  );
  return lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n\n`;
}

/** A JSON string; what YAML does not count as printable (5.1) and its line separators as `\\u` escapes too. */
function quote(value: string): string {
  return JSON.stringify(value.replace(/\p{Cs}/gu, '\ufffd')).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
