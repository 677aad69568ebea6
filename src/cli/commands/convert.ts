import { type Command, Option } from 'commander';
import type { ConvertFlags } from '../convert-source.ts';
import { sourceFlags } from '../source-flags.ts';
import { type CommandContext, jsonFlag, parseCount } from './context.ts';

/** `pagemark convert`: a page without server or key, through the same conversion. */
export function addConvert(program: Command, context: CommandContext): void {
  sourceFlags(jsonFlag(program.command('convert')))
    .description('convert a page; needs neither a server nor a key')
    .option('-o, --output <file>', 'write to a file instead of standard output')
    .option('--text', 'plain text instead of Markdown')
    .option('--metadata', 'print the metadata too, as JSON')
    .addOption(
      new Option('--links <how>', 'how to write links')
        .choices(['inline', 'reference', 'none'])
        .default('inline'),
    )
    .option('--link-titles', 'write the titles of links')
    .addOption(
      new Option('--same-page-links <how>', 'how to write links within the page')
        .choices(['absolute', 'relative'])
        .default('absolute'),
    )
    .addOption(
      new Option('--images <how>', 'what to do with images').choices(['keep', 'alt', 'none']).default('keep'),
    )
    .option('--frontmatter', 'YAML front matter ahead of the Markdown')
    .option('--no-strict', 'print what was found even when it is not the content of a page')
    .option(
      '--max-tokens <n>',
      'cut the content into parts of at most this many estimated tokens',
      parseCount,
    )
    .option('--cursor <cursor>', 'the part after the one that named this cursor')
    .option('--list-links', 'print the links of the content too, as JSON')
    .option('--list-images', 'print the images of the content too, as JSON')
    .option('--extended', 'print dates, author, language and the like too, as JSON')
    .option('--diagnostics', 'print what was removed by which step, as JSON')
    // Loaded when a page comes: it brings the engine, and every command line reads this module.
    .action(async (source: string, flags: ConvertFlags) =>
      (await import('../convert-source.ts')).convertSource(source, flags, context),
    );
}
