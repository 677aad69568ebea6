/** Types that servers give for want of a better one; the content decides. */
export const VAGUE_TYPES: ReadonlySet<string> = new Set([
  '',
  '*/*',
  'unknown/unknown',
  'application/unknown',
  'application/octet-stream',
  'binary/octet-stream',
  'application/download',
  'application/force-download',
  'application/x-download',
]);

/** Fence names by media subtype, where the subtype is not the name itself. */
const LANGUAGE_OF_SUBTYPE: ReadonlyMap<string, string> = new Map([
  ['ecmascript', 'javascript'],
  ['x-javascript', 'javascript'],
  ['x-python', 'python'],
  ['x-script.python', 'python'],
  ['x-c', 'c'],
  ['x-c++', 'cpp'],
  ['x-java', 'java'],
  ['x-java-source', 'java'],
  ['x-rust', 'rust'],
  ['x-go', 'go'],
  ['x-sh', 'sh'],
  ['x-shellscript', 'sh'],
  ['x-yaml', 'yaml'],
  ['x-toml', 'toml'],
  ['x-diff', 'diff'],
  ['x-patch', 'diff'],
  ['tab-separated-values', 'tsv'],
]);

/** Fence names by file ending: program text and data whose lines are not paragraphs. */
const LANGUAGE_OF_ENDING: ReadonlyMap<string, string> = new Map(
  (
    'c:c h:c cc:cpp cpp:cpp cxx:cpp hpp:cpp cs:csharp css:css csv:csv tsv:tsv dart:dart diff:diff patch:diff ' +
    'dockerfile:dockerfile erl:erlang ex:elixir exs:elixir fs:fsharp go:go gradle:groovy graphql:graphql ' +
    'groovy:groovy hs:haskell ini:ini cfg:ini conf:ini java:java jl:julia js:javascript cjs:javascript ' +
    'mjs:javascript jsx:jsx kt:kotlin kts:kotlin less:less lua:lua m:objectivec mk:makefile ml:ocaml nix:nix ' +
    'php:php pl:perl pm:perl proto:protobuf ps1:powershell py:python pyi:python r:r rb:ruby rs:rust ' +
    'scala:scala scss:scss sh:sh bash:bash zsh:zsh sql:sql svelte:svelte swift:swift tex:latex tf:hcl ' +
    'toml:toml ts:typescript mts:typescript cts:typescript tsx:tsx vim:vim vue:vue xml:xml xsd:xml xsl:xml ' +
    'yaml:yaml yml:yaml zig:zig'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/** The fence name for a file ending (without its dot), or null where the file is prose or unknown. */
export function languageOfEnding(ending: string): string | null {
  return LANGUAGE_OF_ENDING.get(ending) ?? null;
}

/** The fence name for a media type of program text, or null. */
export function languageOfType(type: string): string | null {
  if (type.endsWith('/xml') || type.endsWith('+xml')) return 'xml';
  const subtype = type.slice(type.indexOf('/') + 1);
  const known = LANGUAGE_OF_SUBTYPE.get(subtype);
  if (known !== undefined) return known;
  return [...LANGUAGE_OF_ENDING.values()].includes(subtype) ? subtype : null;
}
