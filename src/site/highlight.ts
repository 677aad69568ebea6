/**
 * What stands out in code, by the language of its fence. A string that does not end goes to the end of its line, in a shell
 * one in single quotes to the end, so that no text is read twice.
 */
const FORMS: readonly (readonly [languages: string, form: RegExp])[] = [
  [
    'js ts javascript typescript',
    /(?<comment>\/\/[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|`[^`]*`?)|(?<word>\b(?:import|from|export|const|let|for|of|if|else|do|while|await|async|new|return|throw|try|catch|function|type|interface)\b)/g,
  ],
  ['json jsonc', /(?<string>"(?:[^"\\\n]|\\.)*"?)/g],
  ['sh bash shell console', /(?<comment>(?<=^|\s)#[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*"?|'[^']*'?)/gm],
  [
    'yaml yml ini toml nginx python py dockerfile sql promql',
    /(?<comment>(?<=^|\s)#[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?)/gm,
  ],
];

/** A piece of code; null: it does not stand out. */
interface CodeToken {
  readonly kind: 'comment' | 'string' | 'word' | null;
  readonly text: string;
}

/** Code in pieces that joined are the code; that of a language that is not known is one piece. */
export function tokensOf(code: string, language: string): readonly CodeToken[] {
  const form = FORMS.find(([languages]) => languages.split(' ').includes(language.toLowerCase()))?.[1];
  const tokens: CodeToken[] = [];
  let end = 0;
  for (const match of form === undefined ? [] : code.matchAll(form)) {
    const kind = Object.keys(match.groups!).find((name) => match.groups![name] !== undefined);
    tokens.push({ kind: null, text: code.slice(end, match.index) });
    end = match.index + match[0].length;
    // The name of a field of JSON is a string with a colon behind it.
    const isName = language.startsWith('json') && code[end] === ':';
    tokens.push({ kind: isName ? 'word' : (kind as CodeToken['kind']), text: match[0] });
  }
  return [...tokens, { kind: null, text: code.slice(end) }];
}
