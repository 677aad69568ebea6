import type { ConvertOptions } from '../../src/core/options.ts';

export interface ConstructCase {
  readonly name: string;
  readonly html: string;
  /** Markdown whose tree the conversion must have. */
  readonly markdown: string;
  readonly options: ConvertOptions;
}

/** A case as its file has it: what goes in, and the text that says what comes out. */
export interface Case {
  readonly name: string;
  readonly html: string;
  readonly options: ConvertOptions;
  /** Without the blanks at its end. */
  readonly expected: string;
}

/**
 * Cases of a `.cases` file: `=== generator: what`, an optional line `@ {options}`, HTML, a line `==>`, what is expected.
 * Throws for a block without its arrow, so that a torn file cannot pass.
 */
export function splitCases(source: string): Case[] {
  return source
    .split(/^=== /m)
    .slice(1)
    .map((block) => {
      const head = block.indexOf('\n');
      const name = block.slice(0, head).trim();
      const arrow = block.indexOf('\n==>\n');
      if (arrow < 0) throw new Error(`Expected a line "==>" in case "${name}", found none`);
      let html = block.slice(head + 1, arrow);
      let options: ConvertOptions = {};
      if (html.startsWith('@ ')) {
        const end = html.indexOf('\n');
        options = JSON.parse(html.slice(2, end)) as ConvertOptions;
        html = html.slice(end + 1);
      }
      return { name, html, options, expected: block.slice(arrow + 5).trimEnd() };
    });
}

/** Cases whose expected part is Markdown. */
export function readCases(source: string): ConstructCase[] {
  return splitCases(source).map(({ expected, ...given }) => ({ ...given, markdown: expected }));
}
