import { firstOf } from '../first-of.ts';
import type { HtmlDocument, HtmlNode } from '../html/tree.ts';
import { ROLE, type Roles } from '../page/roles.ts';
import { wordSet } from '../word-set.ts';

/** Names that mean "no language". */
const NONE = wordSet(
  'none plain plaintext plain-text text txt nohighlight no-highlight nolang auto autodetect default undefined null unknown false true raw wrap nowrap linenos line-numbers',
);

/** Languages that highlighters write as a bare class (`<code class="hljs python">`, `<pre class="sourceCode r">`). */
const BARE = wordSet(
  'abap actionscript ada apache applescript arduino armasm asciidoc asm asp awk bash bat batch bibtex bicep c cfg clojure cmake cobol ' +
    'coffee coffeescript console cpp crystal cs csharp css csv cuda cypher d dart delphi diff docker dockerfile dos elisp elixir ' +
    'elm erb erlang fish fortran fsharp gherkin git glsl go golang gradle graphql groovy haml handlebars haskell hcl html http ' +
    'ini java javascript js json json5 jsonc jsx julia kotlin latex less lisp llvm log lua makefile markdown mathematica matlab ' +
    'md mdx mermaid mysql nasm nginx nim nix objc objectivec objective-c ocaml octave pascal patch perl pgsql php postgresql ' +
    'powershell prisma prolog properties protobuf ps1 pug puppet py pycon python python3 qml r racket razor rb regex rego rs ruby ' +
    'rust sas sass scala scheme scss sh shell shell-session shellsession smalltalk sml solidity sparql sql stata stylus svelte ' +
    'swift systemverilog tcl terraform tex toml ts tsx twig typescript vala vb vbnet verilog vhdl vim vue wasm wgsl wolfram x86asm ' +
    'xhtml xml xquery yaml yml zig zsh',
);

const ATTRIBUTES = wordSet(
  'data-lang data-language data-code-language data-enlighter-language data-syntax data-code-lang ' +
    'data-tagsearch-lang',
);

/** Only these letters make a language name in an info string. */
const NAME = /^[\p{L}\p{N}_+#.-]{1,40}$/u;

/** Class prefixes and the parameters of old highlighters, most telling first. */
const CLASS_PATTERNS: readonly RegExp[] = [
  /(?:^|\s)(?:language|lang)-([\p{L}\p{N}_+#.-]+)/iu,
  /(?:^|\s)brush:\s*([\w+#-]+)/i,
  /(?:^|\s)lang:([\w+#-]+)/i,
  /(?:^|\s)highlight-(?:source|text)-([\w+#-]+)/,
  /(?:^|\s)mw-highlight-lang-([\w+#-]+)/,
  /(?:^|\s)src-([\w+#-]+)/,
  /(?:^|\s)blob-wrapper data type-(?!text)([\w+#-]+)/,
  /(?:^|\s)ltx_lst_language_([\w+#-]+)/,
  /(?:^|\s)highlight hl-([\w+#-]+)/,
  /(?:^|\s)code-(?=java|js|python|sql|xml|html|css|bash|php|ruby|json|yaml|go|c\b)([\w+#-]+)/,
];

/** `highlight-python3` on Sphinx's frames; what else such a class may say. */
const SPHINX = /(?:^|\s)highlight-([\w+#-]+)(?=\s|$)/;
const NOT_SPHINX = wordSet('wrapper default container code block box js-hide line');

const MAX_ANCESTORS = 8;

/** Language of code by the attributes and classes of it, its `pre` and boxes around nothing else; null when none is named. */
export function languageOf(pre: HtmlNode, code: HtmlNode | null, roles: Roles): string | null {
  const told = code === null ? null : ownLanguage(code, true, roles);
  if (told !== null) return told || null;
  let node: HtmlNode | null = pre;
  let isSphinxDefault = false;
  for (let level = 0; node !== null && level <= MAX_ANCESTORS; level++, node = node.parent) {
    if (level > 0 && !FRAME_TAGS.has(node.tag) && !node.tag.includes('-')) break;
    const own = ownLanguage(node, level === 0 || roles.has(node, ROLE.highlightBox), roles);
    if (own !== null) return own || null;
    isSphinxDefault ||= roles.has(node, ROLE.sphinxDefault);
  }
  return isSphinxDefault ? pythonOf(pre, roles) : null;
}

const MAX_TOKENS = 200;

/** Python, or a session of it, by a block's tokens: Sphinx takes code without a language for it. Null for plain text. */
function pythonOf(pre: HtmlNode, roles: Roles): string | null {
  let token = pre.first;
  let isPython = false;
  for (let count = 0; token !== null && count < MAX_TOKENS; count++, token = token.next) {
    if (roles.has(token, ROLE.sessionPrompt)) return 'pycon';
    isPython ||= roles.has(token, ROLE.pythonToken);
  }
  return isPython ? 'python' : null;
}

/** Boxes of code frames: no article or list between a block and its language. */
const FRAME_TAGS = wordSet('div figure td tr tbody table pre code span section');

/** `''` for "explicitly none", null for "says nothing". */
function ownLanguage(node: HtmlNode, bare: boolean, roles: Roles): string | null {
  for (const { name, value } of node.attrs) {
    if (ATTRIBUTES.has(name) && value !== '') return cleanName(value);
    const isOfCode = node.tag === 'pre' || node.tag.includes('code');
    const isName = name === 'lang' ? BARE.has(value.toLowerCase()) : name === 'language' || name === 'syntax';
    if (isOfCode && isName) return cleanName(value);
    if (name === 'data-syntaxhighlighter-params') {
      const brush = /brush:\s*([\w+#-]+)/.exec(value);
      if (brush !== null) return cleanName(brush[1]!);
    }
  }
  const cls = roles.names(node);
  return cls === '' ? null : classLanguage(cls, bare);
}

function classLanguage(cls: string, bare: boolean): string | null {
  const named = firstOf(CLASS_PATTERNS, (pattern) => pattern.exec(cls)?.[1]);
  if (named !== null) return cleanName(named);
  const sphinx = SPHINX.exec(cls);
  if (sphinx !== null && !NOT_SPHINX.has(sphinx[1]!)) return cleanName(sphinx[1]!);
  if (!bare) return null;
  const isSandpack = /(?:^|\s)sp-cm(?=\s|$)/.test(cls);
  for (const token of cls.split(/\s+/)) {
    const lower = (isSandpack ? token.replace(/^sp-/, '') : token).toLowerCase();
    if (BARE.has(lower)) return cleanName(lower);
    if (lower === 'nohighlight' || lower === 'no-highlight') return '';
  }
  return null;
}

function cleanName(raw: string): string {
  let name = raw.trim().toLowerCase();
  // The interpreter of Jupyter.
  if (/^ipython[23]?$/.test(name)) name = 'python';
  if (name === 'text-html-basic' || name === 'html-basic') name = 'html';
  return NONE.has(name) || !NAME.test(name) ? '' : name;
}

/** The language that the ending of a file's name tells, as highlighters know it; null where it tells none. */
export function languageOfFile(name: string): string | null {
  const ending = /^[^\s/]{1,80}\.([a-z0-9]{1,12})$/i
    .exec(name.slice(name.lastIndexOf('/') + 1))?.[1]
    ?.toLowerCase();
  return ending !== undefined && BARE.has(ending) ? ending : null;
}

/** How frames spell languages whose class is spelled otherwise. */
const DISPLAY_NAMES = new Set(
  'c#,c++,f#,objective-c,shell,output,copy,code,text,plain text,terminal'.split(','),
);

/** True when a label above a code block only names its language. */
export function isLanguageLabel(text: string, lang: string | null): boolean {
  const label = text.trim().toLowerCase().replace(/:$/, '');
  return label === lang || BARE.has(label) || NONE.has(label) || DISPLAY_NAMES.has(label);
}

/** The language that a label names as highlighters do; null for another one. */
export function languageOfLabel(text: string): string | null {
  const label = text.trim().toLowerCase().replace(/:$/, '');
  return BARE.has(label) ? label : null;
}

/** Whether a page has any element with an attribute that highlighters write for a language. */
export function mayNameCode({ elements }: HtmlDocument): boolean {
  return [...ATTRIBUTES].some((name) => elements.hasAttribute(name));
}

/** Whether an attribute of an element, of those that highlighters write, names a language. */
export function isNamedCode({ attrs }: HtmlNode): boolean {
  return attrs.some(({ name, value }) => ATTRIBUTES.has(name) && BARE.has(value.toLowerCase()));
}
