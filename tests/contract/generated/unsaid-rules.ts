/** A rule of a request that a JSON Schema cannot tell: where a body that fits the description may be refused with 400. */
export interface UnsaidRule {
  /** The message of the answer. */
  readonly message: RegExp;
  readonly why: string;
}

export const UNSAID_RULES: readonly UnsaidRule[] = [
  {
    message: /It is in "(?:in|ex)clude_selectors"\.$/,
    why: 'Whether a text is a CSS selector is no matter of a pattern.',
  },
  {
    message: /^Set "language" to a BCP 47 language tag/,
    why: 'BCP 47 forbids repeated variants and extensions, which a pattern without memory lets through.',
  },
  {
    message: /"cursor"|as for the first part/,
    why: 'A cursor is bound to the answer that gave it and to the fields of its request.',
  },
  {
    message:
      /^(?:Set "url" to|Give) an (?:absolute )?http or https address|^Give an address with a host name/,
    why: 'The format `uri` has no list of schemes, and knows neither ports nor hosts.',
  },
  {
    message: /^Remove "(?:html|wait_for_selector)", or /,
    why: 'Fields that exclude each other; the document is made of rules for one field each.',
  },
];
