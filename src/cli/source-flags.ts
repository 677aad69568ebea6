import { type Command, Option } from 'commander';
import { parseCount } from './commands/context.ts';
import { type OwnFlags, ownFlags } from './own-fields.ts';

/** What is read, and how, for a command about one page. */
export interface SourceFlags extends OwnFlags {
  readonly url?: string;
  readonly scope: 'main' | 'full';
  readonly include?: string[];
  readonly exclude?: string[];
  readonly render: 'auto' | 'never' | 'always';
  readonly waitForSelector?: string;
  readonly language?: string;
  readonly timeout?: number;
}

const collect = (value: string, all: string[] = []) => [...all, value];

/** Adds the argument `source` and the options of `SourceFlags`. */
export function sourceFlags(command: Command): Command {
  return ownFlags(command)
    .argument('<source>', 'address, file, or - for standard input')
    .option('--url <address>', 'address of a file or of standard input: the base of its links')
    .addOption(new Option('--scope <scope>', 'what to convert').choices(['main', 'full']).default('main'))
    .option('--include <selector>', 'only what the CSS selector matches; may be repeated', collect)
    .option('--exclude <selector>', 'without what the CSS selector matches; may be repeated', collect)
    .addOption(
      new Option('--render <when>', 'when a browser renders the page')
        .choices(['auto', 'never', 'always'])
        .default('auto'),
    )
    .option('--wait-for-selector <selector>', 'render, and wait until the CSS selector is visible')
    .option('--language <tag>', 'BCP 47 tag, sent as Accept-Language')
    .option('--timeout <ms>', 'deadline of the whole conversion', parseCount);
}

/** The fields of a request that these options say. */
export function sourceFields(flags: SourceFlags) {
  return {
    scope: flags.scope,
    include_selectors: flags.include,
    exclude_selectors: flags.exclude,
    render: flags.render,
    wait_for_selector: flags.waitForSelector,
    language: flags.language,
    timeout_ms: flags.timeout,
  };
}

/** Address of a request about a file. */
export function fileAddress({ url }: SourceFlags): string {
  return url ?? 'http://localhost/';
}
