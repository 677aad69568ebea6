import { html, type Markup } from '../site/html.ts';

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

/** Code with what stands out marked; the code of a language that is not known is plain. */
export function highlight(code: string, language: string): Markup {
  const form = FORMS.find(([languages]) => languages.split(' ').includes(language.toLowerCase()))?.[1];
  if (form === undefined) return html`${code}`;
  const out: (string | Markup)[] = [];
  let end = 0;
  for (const match of code.matchAll(form)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)![0];
    out.push(code.slice(end, match.index), html`<span class="code-${kind}">${match[0]}</span>`);
    end = match.index + match[0].length;
  }
  return html`${[...out, code.slice(end)]}`;
}
