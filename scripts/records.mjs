// The index of the decision records, by the room that each is about.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Rooms of `src/`, and what lies beside it, with the numbers of their records. */
const ROOMS = [
  ['core: the page', '020 021 022 024 046 105 131'],
  ['core: what stays', '063 064 067 068 109'],
  ['core: Markdown and text', '050 052 055 102 114'],
  ['core: outcome and metadata', '023 078 108'],
  ['documents', '075 076 077 110'],
  ['fetching', '010 011 012'],
  ['rendering', '070 071 115'],
  ['conversion', '042 045 080 099 113 119'],
  ['access', '030 032 040 043'],
  ['storage', '041 083 086'],
  ['http and mcp', '031 035 062 091 150 151 152 153 161'],
  ['ai', '060 061'],
  ['command line, client and batch', '087 090 125 154'],
  ['pages: playground, admin, guides, reference', '092 121 128'],
  ['config, build and release', '044 101 111 112 129'],
  ['tests, gate and benchmark', '094 095 100 137'],
];

/** Records that were folded into one, `[number, title]` each: a section of it, under the number that it had. */
const partsOf = (text) => [...text.matchAll(/^## (\d{3}): (.*)$/gm)].map((match) => match.slice(1));

/** The index as Markdown; throws where a record has no room, or a room no record of a number. */
export function recordIndex(root) {
  const folder = path.join(root, 'decisions');
  const names = readdirSync(folder).filter((name) => /^\d{3}-.*\.md$/.test(name));
  const byNumber = new Map(names.map((name) => [name.slice(0, 3), name]));
  if (byNumber.size < names.length) throw new Error('Give each record a number of its own: two share one');
  const row = (number) => {
    const name = byNumber.get(number);
    if (name === undefined) throw new Error(`Remove "${number}" from scripts/records.mjs: no record has it`);
    byNumber.delete(number);
    const text = readFileSync(path.join(folder, name), 'utf8');
    const heads = [[number, /^# (?:\d+: )?(.*)/.exec(text)[1]], ...partsOf(text)];
    return heads.map(([of, head]) => `- [${of}](${name}) ${head}`).join('\n');
  };
  const rooms = ROOMS.map(([room, numbers]) => `## ${room}\n\n${numbers.split(' ').map(row).join('\n')}\n`);
  const [left] = byNumber.values();
  if (left !== undefined) throw new Error(`Name the room of "${left}" in scripts/records.mjs`);
  return `# Decisions, by room\n\nWritten by \`npm run docs\` from the records.\n\n${rooms.join('\n')}`;
}
