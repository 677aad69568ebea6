/** The library: conversion alone, without database, HTTP or browser. */
import { parseUrl } from './contract/address.ts';
import { nearestName } from './contract/nearest-name.ts';
import { TOKEN_BOUNDS } from './contract/token-bounds.ts';
import { convertHtml as convert } from './core/convert-html.ts';
import type { ConvertOptions } from './core/options.ts';
import type { Conversion } from './core/write-conversion.ts';

export type { Outcome } from './contract/failure.ts';
export type { RemovalStep } from './contract/removal-steps.ts';
export type { Diagnostics, Fault, RemovedBlock, StructureCounts } from './core/diagnostics/diagnostics.ts';
export { ENGINE_VERSION } from './core/engine-version.ts';
export type { PageMetadata } from './core/metadata/metadata.ts';
export type { Metadata } from './core/options.ts';
export type { Conversion, ConvertOptions };

/**
 * Converts an HTML page to Markdown and plain text. Synchronous and pure: the result depends on the arguments and the engine
 * version alone. Bytes are decoded as `contentType` and the page itself say. Never throws for a page: `outcome` tells. A `html`
 * that is neither string nor bytes, an option that is not known and a value of another type are a TypeError, a selector that
 * is none is a SyntaxError (as in the DOM), a number out of its bounds or too many selectors are a RangeError.
 */
export function convertHtml(html: string | Uint8Array, options: ConvertOptions = {}): Conversion {
  checkOptions(options);
  return convert(html, options);
}

/** Values that each option takes: some strings, or a type. */
const VALUES: Readonly<Record<keyof ConvertOptions, readonly string[] | keyof typeof TYPES>> = {
  url: 'a string with an absolute address',
  contentType: 'a string',
  scope: ['main', 'full'],
  links: ['inline', 'reference', 'none'],
  linkTitles: 'a boolean',
  samePageLinks: ['absolute', 'relative'],
  images: ['keep', 'alt', 'none'],
  frontmatter: 'a boolean',
  includeSelectors: 'an array of strings',
  excludeSelectors: 'an array of strings',
  maxTokens: 'a whole number',
};
const TYPES = {
  'a string': (value: unknown) => typeof value === 'string',
  // Without a scheme no link of the page would have an address.
  'a string with an absolute address': (value: unknown) =>
    typeof value === 'string' && (value === '' || parseUrl(value) !== undefined),
  'a boolean': (value: unknown) => typeof value === 'boolean',
  'a whole number': Number.isInteger,
  'an array of strings': (value: unknown) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string'),
};
const [LEAST_TOKENS, MOST_TOKENS] = TOKEN_BOUNDS;
/** Longest value that a message repeats, in UTF-16 code units. */
const MAX_SHOWN = 100;

function checkOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`Pass the options as an object; they are ${shown(options)}.`);
  for (const [name, value] of Object.entries(options)) {
    const problem = problemOf(name, value);
    if (problem !== null) throw new TypeError(problem);
  }
  const { maxTokens } = options as ConvertOptions;
  if (maxTokens && (maxTokens < LEAST_TOKENS || maxTokens > MOST_TOKENS))
    throw new RangeError(
      `Set the option "maxTokens" to ${LEAST_TOKENS} to ${MOST_TOKENS}; it is ${maxTokens}.`,
    );
}

function problemOf(name: string, value: unknown): string | null {
  if (!Object.hasOwn(VALUES, name)) {
    const near = nearestName(name, Object.keys(VALUES));
    const todo = near === null ? `Remove the option "${name}"` : `Rename the option "${name}" to "${near}"`;
    return `${todo}: it is not known.`;
  }
  const wanted = VALUES[name as keyof ConvertOptions];
  const isKnown = typeof wanted === 'string' ? TYPES[wanted](value) : wanted.includes(value as string);
  if (isKnown || value === undefined || value === null) return null;
  const given = shown(value);
  if (typeof wanted === 'string') return `Set the option "${name}" to ${wanted}; it is ${given}.`;
  const known = wanted.map((one) => `"${one}"`).join(', ');
  const near = typeof value === 'string' ? nearestName(value, wanted) : null;
  return near === null
    ? `Set the option "${name}" to one of ${known}; it is ${given}.`
    : `Set the option "${name}" to "${near}": it is ${given}, none of ${known}.`;
}

/** A value as messages repeat it: its JSON, or its type where it has none. */
function shown(value: unknown): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch {
    // A bigint, or an object that contains itself.
  }
  if (json === undefined) return `a value of type ${typeof value}`;
  return json.length > MAX_SHOWN ? `${json.slice(0, MAX_SHOWN).toWellFormed()}…` : json;
}
