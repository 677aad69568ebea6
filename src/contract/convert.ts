import { z } from 'zod';
import { count } from './count.ts';
import { conversionDiagnostics } from './diagnostics.ts';
import { KIND_NAMES } from './document-kinds.table.ts';
import { CONVERT_REQUEST_EXAMPLES, CONVERT_RESPONSE_EXAMPLES } from './examples.ts';
import { OUTCOME_REASONS } from './failure.ts';
import { optional, optionalWhole, withDefault } from './not-given.ts';
import { TOKEN_BOUNDS } from './token-bounds.ts';

/** Longest accepted URL in UTF-16 units (egress rule 1: over 8 KiB is a 400). */
const URL_MAX_CHARACTERS = 8192;
/** Least and most of `timeout_ms`. */
export const TIMEOUT_BOUNDS = [100, 300_000] as const;
const SELECTORS_MAX = 50;
const SELECTOR_MAX_CHARACTERS = 500;

const wellFormed = (text: string) => text.isWellFormed();
const WELL_FORMED = { error: 'text without lone surrogates' };

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const selectors = z
  .array(z.string().min(1).max(SELECTOR_MAX_CHARACTERS).refine(wellFormed, WELL_FORMED))
  .max(SELECTORS_MAX);

const flag = (description: string) => withDefault(z.boolean(), false, description);

/** One of some values, of which the first is the default. */
const choice = <const Value extends string>(values: readonly [Value, ...Value[]], description: string) =>
  withDefault(z.enum(values), values[0], description);

/** Body of `POST /v1/convert`: the contract's fields, which null is no value of, and the additive ones of this installation. */
export const convertRequest = z
  .object({
    url: z
      .string()
      .min(1)
      .max(URL_MAX_CHARACTERS)
      .refine(wellFormed, WELL_FORMED)
      .meta({
        format: 'uri',
        description: `Address to convert (http or https) of a page or a document: ${KIND_NAMES}.`,
      }),
    response_format: z
      .enum(['markdown', 'text'])
      .default('markdown')
      .describe('`text` is the same content without any Markdown formatting.'),
    include_metadata: z.boolean().default(false).describe('Put `data.metadata` into the answer.'),
    html: optional(z.string().min(1).refine(wellFormed, WELL_FORMED)).describe(
      'Convert this HTML instead of fetching; `url` is then the base of its links.',
    ),
    scope: choice(['main', 'full'], '`main`: the main content. `full`: the whole visible page.'),
    links: choice(
      ['inline', 'reference', 'none'],
      'How links are written: in place, as definitions at the end, or their text only.',
    ),
    link_titles: flag('Write the titles of links and pictures, which browsers show as tooltips.'),
    same_page_links: choice(
      ['absolute', 'relative'],
      'Links within the page with its address, or as `#fragment` alone.',
    ),
    images: choice(['keep', 'alt', 'none'], 'Images as Markdown, their alternative text only, or left out.'),
    frontmatter: flag('Put YAML front matter ahead of the Markdown; ignored for `text`.'),
    include_selectors: optional(selectors).describe('CSS selectors: only what they match is content.'),
    exclude_selectors: optional(selectors).describe('CSS selectors: what they match is never content.'),
    render: choice(
      ['auto', 'never', 'always'],
      '`auto`: a browser renders a page whose source seems incomplete, or is a wall that it may pass, and the better of both is given. `never`, `always`: without looking.',
    ),
    wait_for_selector: optional(
      z.string().max(SELECTOR_MAX_CHARACTERS).refine(wellFormed, WELL_FORMED),
    ).describe('CSS selector that must be visible before the rendered page is read; implies rendering.'),
    language: optional(
      z
        .string()
        .max(64)
        .refine((tag) => tag === '' || isLanguageTag(tag), {
          error: 'a BCP 47 language tag such as "en" or "pt-BR"',
        })
        .meta({ pattern: '^(?:(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z0-9]{1,8})*)?$' }),
    ).describe('BCP 47 tag, sent to the page as Accept-Language; `*` without one.'),
    timeout_ms: optionalWhole(...TIMEOUT_BOUNDS).describe(
      "Deadline of the whole conversion in milliseconds; the server's own deadline still holds.",
    ),
    strict: withDefault(
      z.boolean(),
      true,
      'false: answer 200 with whatever was found and `data.outcome`, instead of a 422.',
    ),
    max_tokens: optionalWhole(...TOKEN_BOUNDS).describe(
      'Cut the content into parts of at most this many estimated tokens, each to be read alone: between blocks, and between the items, rows or lines of a longer one.',
    ),
    cursor: optional(
      z.string().max(100).meta({
        pattern: '^(?:[A-Za-z0-9_-]{22}\\.[0-9a-f]{12}\\.\\d{1,7}\\.\\d{1,6}(?:\\.\\d{4,7})?)?$',
      }),
    ).meta({
      description: '`next_cursor` of the part before; all other fields must be as they were.',
    }),
    include_links: flag('List the links of the content in `data.links`.'),
    include_images: flag('List the images of the content in `data.images`.'),
    include_extended: flag(
      'Put dates, author, language, canonical address, image and site into `data.extended`.',
    ),
    include_diagnostics: flag('Put `data.diagnostics` and `data.usage` into the answer.'),
  })
  .meta({
    id: 'ConvertRequest',
    description:
      'Body of POST /v1/convert. `null`, and `""` or `0` where a field takes it, count as not given.',
    examples: CONVERT_REQUEST_EXAMPLES,
  });

export type ConvertRequest = z.infer<typeof convertRequest>;

/** The options of a conversion: all fields but the page itself. */
export const conversionOptions = convertRequest.omit({ url: true, html: true });

/** Longest accepted file name in UTF-16 units: what file systems allow (ext4, NTFS, APFS: 255). */
export const FILE_NAME_MAX_CHARACTERS = 255;

/** Query of `POST /v1/convert/file`, whose body is the page or document. */
export const convertFileQuery = conversionOptions.extend({
  url: convertRequest.shape.url
    .optional()
    .meta({ format: 'uri', description: 'Address of the file (http or https): the base of its links.' }),
  filename: z
    .string()
    .min(1)
    .max(FILE_NAME_MAX_CHARACTERS)
    .refine(wellFormed, WELL_FORMED)
    .optional()
    .describe('Name of the file, in place of the one in Content-Disposition: its ending tells the type.'),
});

/** The seven metadata fields; all keys are always present. */
const metadataResponse = z
  .object({
    title: z.string(),
    byline: z.string().nullable(),
    excerpt: z.string().nullable(),
    siteName: z.string().nullable(),
    length: count.describe('Unicode code points of the plain-text content.'),
    dir: z.string().nullable().describe('`ltr`, `rtl`, `auto` or null.'),
    url: z.string().meta({ format: 'uri', description: 'Final URL after redirects.' }),
  })
  .meta({ id: 'Metadata', description: 'What the page says about itself.' });

/** What else the page says of itself; all keys are always present. */
const extendedMetadata = z
  .object({
    published: z.string().nullable().describe('RFC 3339.'),
    modified: z.string().nullable().describe('RFC 3339.'),
    author: z.string().nullable(),
    language: z.string().nullable().describe('BCP 47 tag.'),
    canonical: z.string().nullable().meta({ format: 'uri' }),
    image: z.string().nullable().meta({ format: 'uri' }),
    site: z.string().nullable(),
  })
  .meta({ id: 'ExtendedMetadata', description: 'What else the page says of itself.' });

export type ExtendedMetadata = z.infer<typeof extendedMetadata>;

/** 200 answer of `POST /v1/convert`. */
export const convertResponse = z
  .object({
    status: z.literal('success'),
    data: z.object({
      content: z.string().describe('Markdown, or plain text when `response_format` is `text`.'),
      metadata: metadataResponse.optional(),
      extended: extendedMetadata.optional().describe('Only when `include_extended` is true.'),
      links: z
        .array(z.object({ url: z.string(), text: z.string() }))
        .optional()
        .describe('Only when `include_links` is true.'),
      images: z
        .array(z.object({ url: z.string(), alt: z.string() }))
        .optional()
        .describe('Only when `include_images` is true.'),
      part: z
        .object({
          before: z
            .string()
            .describe('Repeated at the start of `content`: the head of a table, the fence of code.'),
          after: z
            .string()
            .describe('Added at the end of `content`: the end of a fence, definitions of links.'),
          over_max_tokens: z
            .boolean()
            .describe('A line, row or paragraph is longer than `max_tokens` by itself.'),
        })
        .optional()
        .describe('Only of a part: without `before` and `after` the parts joined are the whole.'),
      next_cursor: z.string().optional().describe('The next part, when there is one.'),
      outcome: z
        .enum(['ok', ...OUTCOME_REASONS, 'upstream_not_found', 'upstream_denied', 'upstream_unavailable'])
        .optional()
        .describe('Only when `strict` is false.'),
      usage: z
        .object({ tokens: count.describe('Estimated tokens of `content`.') })
        .optional()
        .describe('Only when `include_diagnostics` is true.'),
      diagnostics: conversionDiagnostics.optional().describe('Only when `include_diagnostics` is true.'),
    }),
  })
  .meta({ id: 'ConvertResponse', description: 'A converted page.', examples: CONVERT_RESPONSE_EXAMPLES });

export type ConvertResponse = z.infer<typeof convertResponse>;
