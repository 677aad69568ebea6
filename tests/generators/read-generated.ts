import { splitCases } from '../constructs/read-cases.ts';

/** A construct as a generator wrote it. */
export interface GeneratedCase {
  readonly name: string;
  readonly html: string;
  /** Markdown whose tree the page must have. */
  readonly markdown: string;
  /** Whether it is a failure that is known: it must fail. */
  readonly isKnown: boolean;
}

/** A name that begins with `? ` is that of a known failure. */
const named = (name: string) => ({ name: name.replace(/^\? /, ''), isKnown: name.startsWith('? ') });

/** Cases that were written from documentation: HTML in, Markdown out. */
export function readDocumented(source: string): GeneratedCase[] {
  return splitCases(source).map(({ name, html, expected }) => ({ ...named(name), html, markdown: expected }));
}

/**
 * Cases that a generator ran: what it was given and the Markdown that is expected (`=`: just that), with what it made of them
 * (`=== name`, HTML). Throws where one of the two is without the other.
 */
export function readRunning(source: string, made: string): GeneratedCase[] {
  const blocks = made.split(/^=== /m).slice(1);
  const htmlOf = new Map(
    blocks.map((block) => [block.slice(0, block.indexOf('\n')), block.slice(block.indexOf('\n') + 1)]),
  );
  const cases = splitCases(source).map(({ name, html: given, expected }) => {
    const { name: bare, isKnown } = named(name);
    const html = htmlOf.get(bare);
    if (html === undefined) throw new Error(`Run "npm run fixtures": nothing is made of "${bare}"`);
    return { name: bare, html, markdown: expected === '=' ? given : expected, isKnown };
  });
  if (cases.length !== htmlOf.size)
    throw new Error(`Run "npm run fixtures": ${htmlOf.size} are made of ${cases.length} cases`);
  return cases;
}
