// Compiles phrases. A file `phrases/some-topic.txt` under src/ holds what one topic is said with: comments (`# …`), then by
// language (`[de]`, a BCP 47 tag) a phrase a line. The topics of a folder become one module beside them, which is not committed.
// A topic whose first line begins with `# By language.` keeps its languages, and a line of it may hold several phrases, with a comma
// and a blank between: it is read for texts whose language is known.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const MODULE = 'phrases.generated.ts';

/** Folders of phrases under `root`/src, from `root` on, with slashes, in order. */
export function phraseFolders(root = ROOT) {
  return readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name === 'phrases')
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}

/** The topics of a folder, in order: the name and the phrases of each, with the language and the line of every phrase. */
export function readTopics(folder, root = ROOT) {
  const files = readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.txt'));
  return files.sort().map((name) => {
    const file = `${folder}/${name}`;
    const text = readFileSync(path.join(root, file), 'utf8');
    return {
      file,
      name: name.slice(0, -'.txt'.length),
      isByLanguage: text.startsWith('# By language.'),
      phrases: phrasesOf(text, text.startsWith('# By language.') ? ', ' : '\n'),
    };
  });
}

function phrasesOf(text, separator) {
  let language = '';
  return text.split(/\r?\n/).flatMap((line, i) => {
    if (line === '' || line.startsWith('#')) return [];
    const [, tag] = /^\[(.*)\]$/.exec(line) ?? [];
    if (tag === undefined) return line.split(separator).map((phrase) => ({ phrase, language, line: i + 1 }));
    language = tag;
    return [];
  });
}

const linesOf = (phrases) => phrases.map(({ phrase }) => phrase).join('\n');

/** The lines of each language: of `zh-hans` and `zh-hant` together, because a page's script is not looked at. */
function linesByLanguage(phrases) {
  const languageOf = ({ language }) => language.split('-')[0];
  const languages = [...new Set(phrases.map(languageOf))];
  return Object.fromEntries(
    languages.map((language) => [language, linesOf(phrases.filter((one) => languageOf(one) === language))]),
  );
}

/** Writes the module of every folder of phrases; leaves one alone that is as it should be. */
export function compilePhrases(root = ROOT) {
  for (const folder of phraseFolders(root)) {
    const topics = readTopics(folder, root).map(({ name, isByLanguage, phrases }) => {
      const key = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
      return `  ${key}: ${JSON.stringify(isByLanguage ? linesByLanguage(phrases) : linesOf(phrases))},\n`;
    });
    const source =
      '/** Phrases of each topic, one a line. Made by `scripts/phrases.mjs` of the text files beside it. */\n' +
      `export const PHRASES = {\n${topics.join('')}};\n`;
    const file = path.join(root, folder, MODULE);
    if (!existsSync(file) || readFileSync(file, 'utf8') !== source) writeFileSync(file, source);
  }
}
