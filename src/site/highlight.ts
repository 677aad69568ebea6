const STRINGS = String.raw`"(?:[^"\\\n]|\\.)*"|'[^'\n]*'`;

/** What stands out in code by the language of its fence: comments, strings, words. Each form is linear in the line. */
const FORMS: readonly (readonly [languages: string, form: RegExp])[] = [
  [
    'js ts javascript typescript',
    new RegExp(
      String.raw`(?<comment>\/\/[^\n]*)|(?<string>${STRINGS}|\u0060[^\u0060]*\u0060)|(?<word>\b(?:import|from|export|const|let|for|of|if|else|do|while|await|async|new|return|throw|try|catch|function|type|interface)\b)`,
      'g',
    ),
  ],
  ['json jsonc', /(?<word>"(?:[^"\\\n]|\\.)*")(?=:)|(?<string>"(?:[^"\\\n]|\\.)*")/g],
  [
    'sh bash shell console yaml yml ini toml nginx python py dockerfile sql promql',
    new RegExp(String.raw`(?<comment>(?<=^|\s)#[^\n]*)|(?<string>${STRINGS})`, 'gm'),
  ],
];

/** A piece of code; null: it does not stand out. */
export interface CodeToken {
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
    tokens.push({ kind: kind as CodeToken['kind'], text: match[0] });
    end = match.index + match[0].length;
  }
  return [...tokens, { kind: null, text: code.slice(end) }];
}
