import { type Command, Option } from 'commander';
import type { ConvertRequest } from '../contract/convert.ts';
import { collect, jsonFlag, parseCount } from './commands/context.ts';
import { type OwnFlags, ownFlags } from './own-fields.ts';

/** How the command line says a field of the request: the values it may have, of which the first is the default, or their reader. */
type PageOption = readonly [
  flag: string,
  about: string,
  values?: readonly string[] | ((text: string, before: unknown) => unknown),
];

/** What is read, and how: options of every command about one page. */
export const SOURCE_OPTIONS = {
  scope: ['--scope <scope>', 'what to convert', ['main', 'full']],
  include_selectors: ['--include <selector>', 'only what the CSS selector matches; may be repeated', collect],
  exclude_selectors: [
    '--exclude <selector>',
    'without what the CSS selector matches; may be repeated',
    collect,
  ],
  render: ['--render <when>', 'when a browser renders the page', ['auto', 'never', 'always']],
  wait_for_selector: ['--wait-for-selector <selector>', 'render, and wait until the CSS selector is visible'],
  language: ['--language <tag>', 'BCP 47 tag, sent as Accept-Language'],
  timeout_ms: ['--timeout <ms>', 'deadline of the whole conversion', parseCount],
} as const satisfies Partial<Record<keyof ConvertRequest, PageOption>>;

/** Fields that the source says: a file or standard input need not be HTML. */
type SourceField = keyof typeof SOURCE_OPTIONS | 'url' | 'html';

/** What is written: options of `convert`. A field of the request without an option does not compile. */
export const CONVERT_OPTIONS: Readonly<Record<Exclude<keyof ConvertRequest, SourceField>, PageOption>> = {
  response_format: ['--text', 'plain text instead of Markdown'],
  include_metadata: ['--metadata', 'add the metadata, as JSON'],
  links: ['--links <how>', 'how to write links', ['inline', 'reference', 'none']],
  link_titles: ['--link-titles', 'write the titles of links and pictures'],
  same_page_links: [
    '--same-page-links <how>',
    'how to write links within the page',
    ['absolute', 'relative'],
  ],
  images: ['--images <how>', 'what to do with images', ['keep', 'alt', 'none']],
  frontmatter: ['--frontmatter', 'YAML front matter ahead of the Markdown'],
  strict: ['--no-strict', 'give what was found even when it is not the content of a page'],
  max_tokens: [
    '--max-tokens <n>',
    'cut the content into parts of at most this many estimated tokens',
    parseCount,
  ],
  cursor: ['--cursor <cursor>', 'the part after the one that named this cursor'],
  include_links: ['--list-links', 'add the links of the content, as JSON'],
  include_images: ['--list-images', 'add the images of the content, as JSON'],
  include_extended: ['--extended', 'add dates, author, language and the like, as JSON'],
  include_diagnostics: ['--diagnostics', 'add what was removed by which step, as JSON'],
};

const { cursor: _ofOnePage, ...OF_ANY_PAGE } = CONVERT_OPTIONS;
/** What is read and written of each page of a batch: all of `convert` but a cursor, which is of one page. */
export const BATCH_OPTIONS = { ...SOURCE_OPTIONS, ...OF_ANY_PAGE };

const { include_selectors: _patterns, exclude_selectors: _alike, ...OF_A_CRAWL } = BATCH_OPTIONS;
/** The same of each page of a crawl, whose `--include` and `--exclude` are of addresses. */
export const CRAWL_OPTIONS = {
  ...OF_A_CRAWL,
  include_selectors: ['--include-selector <selector>', ...SOURCE_OPTIONS.include_selectors.slice(1)],
  exclude_selectors: ['--exclude-selector <selector>', ...SOURCE_OPTIONS.exclude_selectors.slice(1)],
} as unknown as typeof BATCH_OPTIONS;

type PageOptions = Readonly<Record<string, PageOption>>;
export type Flags = Readonly<Record<string, unknown>>;

/** What every command about one page is given beside the fields of its options. */
export interface SourceFlags extends OwnFlags, Flags {
  readonly url?: string;
  readonly json?: boolean;
}

/** Adds a command about one page, with its argument `source` and the options of `SourceFlags` and `SOURCE_OPTIONS`. */
export function pageCommand(program: Command, name: string): Command {
  const command = ownFlags(jsonFlag(program.command(name)))
    .argument('<source>', 'address, file, or - for standard input')
    .option(
      '--url <address>',
      'address of a file or of standard input; default: the one that the page names',
    );
  return addOptions(command, SOURCE_OPTIONS);
}

/** Adds options that say fields of the request. */
export function addOptions(command: Command, options: PageOptions): Command {
  for (const [flag, about, values] of Object.values(options)) {
    const option = new Option(flag, about);
    if (typeof values === 'function') option.argParser<unknown>(values);
    else if (values !== undefined) option.choices(values).default(values[0]);
    command.addOption(option);
  }
  return command;
}

/** The fields of the request that the flags of some options say. */
export function fieldsOf(flags: Flags, options: PageOptions): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([field, [flag]]) => [field, flags[new Option(flag).attributeName()]]),
  );
}
