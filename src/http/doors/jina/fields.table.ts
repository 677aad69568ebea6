import { type ConvertRequest, TIMEOUT_BOUNDS } from '../../../contract/convert.ts';
import { invalid } from '../../../contract/failure.ts';
import { TOKEN_BOUNDS } from '../../../contract/token-bounds.ts';
import type { ConvertCall } from '../../../conversion/converter.ts';

/** Formats of the answer: `content` is the Markdown below its title and address. */
const FORMATS = ['content', 'markdown', 'text', 'html'] as const;
type JinaFormat = (typeof FORMATS)[number];

/** What the fields of a request come to. */
export interface Wanted {
  readonly request: Partial<ConvertRequest>;
  readonly call: Partial<ConvertCall>;
  readonly format: JinaFormat;
  /** The list of links is written as pairs, in which a text may come twice. */
  readonly pairs: boolean;
  /** Most tokens of an answer. */
  readonly budget: number;
}

/** What one field adds. Throws `invalid_request` for a value that does not fit. */
type Read = (value: string, name: string) => Partial<Wanted>;

/** One of ours for each of theirs. Throws `invalid_request` for another. */
const choice = <T>(value: string, name: string, all: Readonly<Record<string, T>>): T => {
  const key = value.toLowerCase();
  if (Object.hasOwn(all, key)) return all[key]!;
  throw invalid(
    `Set "${name}" to ${Object.keys(all).join(', ')}; ${JSON.stringify(value.slice(0, 80))} is not given here.`,
  );
};

/** A number above 0 and up to `most`. */
function number(value: string, name: string, most: number): number {
  const read = /^\d{1,9}(?:\.\d{1,3})?$/.test(value) ? Number(value) : 0;
  if (read > 0 && read <= most) return read;
  throw invalid(
    `Set "${name}" to a number above 0 and up to ${most}; it is ${JSON.stringify(value.slice(0, 80))}.`,
  );
}

const readFormat: Read = (value, name) => {
  const format = choice(value, name, Object.fromEntries(FORMATS.map((one) => [one, one])));
  return {
    format,
    request: { response_format: format === 'text' ? 'text' : 'markdown' },
  };
};

const IMAGES = { all: 'keep', none: 'none', alt: 'alt', all_p: 'keep', alt_p: 'alt' } as const;
const LINK_STYLES = { inlined: 'inline', referenced: 'reference', discarded: 'none' } as const;
const ENGINES = { auto: 'auto', browser: 'always', direct: 'never', curl: 'never' } as const;

/** Longest time, as theirs has it; oldest page: a year. */
const MOST_SECONDS = 180;
const MOST_AGE_S = 31_536_000;
const [LEAST_MS] = TIMEOUT_BOUNDS;
const [LEAST_TOKENS, MOST_TOKENS] = TOKEN_BOUNDS;

/** Header fields that are done. */
export const DONE: Readonly<Record<string, Read>> = {
  'x-respond-with': readFormat,
  'x-return-format': readFormat,
  'x-target-selector': (value) => ({ request: { include_selectors: [value] } }),
  'x-remove-selector': (value) => ({ request: { exclude_selectors: [value] } }),
  'x-wait-for-selector': (value) => ({ request: { wait_for_selector: value } }),
  'x-timeout': (value, name) => ({
    request: { timeout_ms: Math.max(LEAST_MS, Math.round(number(value, name, MOST_SECONDS) * 1000)) },
  }),
  'x-with-links-summary': (value) => ({ request: { include_links: true }, pairs: value === 'all' }),
  'x-with-images-summary': () => ({ request: { include_images: true } }),
  'x-token-budget': (value, name) => ({ budget: number(value, name, MOST_TOKENS) }),
  'x-max-output-tokens': (value, name) => ({
    request: { max_tokens: Math.max(LEAST_TOKENS, Math.floor(number(value, name, MOST_TOKENS))) },
  }),
  'x-no-cache': () => ({ call: { maxAgeS: 0 } }),
  'x-cache-tolerance': (value, name) => ({
    call: { maxAgeS: value === '0' ? 0 : Math.floor(number(value, name, MOST_AGE_S)) },
  }),
  'x-retain-images': (value, name) => ({ request: { images: choice(value, name, IMAGES) } }),
  'x-locale': (value) => ({ request: { language: value } }),
  'x-engine': (value, name) => ({ request: { render: choice(value, name, ENGINES) } }),
  'x-md-link-style': (value, name) => ({ request: { links: choice(value, name, LINK_STYLES) } }),
};

/** Header fields that change nothing, and are named in the answer. */
const NOT_DONE = [
  'x-with-generated-alt',
  'x-set-cookie',
  'x-proxy',
  'x-proxy-url',
  'x-user-agent',
  'x-referer',
  'x-robots-txt',
  'x-keep-img-data-url',
  'x-with-iframe',
  'x-with-shadow-dom',
  'x-respond-timing',
  'x-base',
  'x-no-gfm',
  'x-viewport',
  'x-md-heading-style',
  'x-md-hr',
  'x-md-bullet-list-marker',
  'x-md-em-delimiter',
  'x-md-strong-delimiter',
  'x-md-link-reference-style',
] as const;

/** All header fields of theirs. */
export const FIELDS: readonly string[] = [...Object.keys(DONE), ...NOT_DONE];
