import { type Effect, effectOf } from './bootstrap.ts';
import { REASONS } from './reasons.table.ts';
import { VARIANTS } from './variant.ts';
import type { Result } from './worker.ts';

/** A figure of some pages. */
interface Column {
  readonly title: string;
  readonly figure: string;
  /** Kind of the pages, as readers marked them; where none is named, all pages with the figure. */
  readonly kind?: string;
}

const KINDS = ['article', 'documentation', 'forum', 'service', 'product', 'listing', 'collection'];

const COLUMNS: readonly Column[] = [
  { title: 'readers', figure: 'f1' },
  ...KINDS.map((kind) => ({ title: kind, figure: 'f1', kind })),
  { title: 'facts', figure: 'with' },
  { title: 'headings', figure: 's_headings' },
  { title: 'code', figure: 's_code' },
  { title: 'tables', figure: 's_tables' },
  { title: 'links', figure: 's_links' },
];
/** Share of resamples in which an effect is above 0 that makes it evidence. */
const SURE = 0.9;

/** The table of `npm run ablate`, as Markdown. */
export function renderAblation(results: readonly Result[], digest: string): string {
  const rows = VARIANTS.map(({ without }) => rowOf(without, results));
  const heads = ['Without', 'pages', ...COLUMNS.map(({ title }) => title), 'cases', 'why it stays'];
  return `# What each rule earns

What pages lose without a rule of the extraction, in thousandths: of F1 on the pages that readers marked, all together and by kind;
of facts (lines of recipes, prices, names) that other labels name; of their headings, code, tables and links. \\* where it is above 0 in 90 % of the
resamples of the sites. The models never saw a page's site. \`pages\`: how many the rule changes. \`cases\`: cases of the tests
that lose something without it, less those that gain. A rule stays where readers surely gain by it, or for the reason given.
Made by \`npm run ablate\`.

Engine: \`${digest}\`

| ${heads.join(' | ')} |
|${'---|'.repeat(heads.length)}
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}
`;
}

function rowOf(without: string, results: readonly Result[]): string[] {
  const effects = COLUMNS.map((column) => ({ column, effect: effectIn(column, without, results) }));
  const cases = results
    .filter(({ source }) => source === null)
    .map((one) => difference(one, 'kept', without) ?? 0);
  const gains = effects[0]!.effect.positive >= SURE;
  const why = gains ? 'readers' : REASONS[without];
  return [
    without === 'all rules' ? without : `\`${without}\``,
    String(results.filter((one) => one.source !== null && without in one.without).length),
    ...effects.map(
      ({ effect }) => `${(effect.mean * 1000).toFixed(1)}${effect.positive >= SURE ? '\\*' : ''}`,
    ),
    String(cases.filter((loss) => loss > 0).length - cases.filter((loss) => loss < 0).length),
    why ?? (without === 'all rules' ? '' : '**nothing**'),
  ];
}

function effectIn({ figure, kind }: Column, without: string, results: readonly Result[]): Effect {
  const byDomain = new Map<string, number[]>();
  for (const one of results) {
    if (one.source === null || (kind !== undefined && one.kind !== kind)) continue;
    const loss = difference(one, figure, without);
    if (loss !== null) byDomain.set(one.name, [...(byDomain.get(one.name) ?? []), loss]);
  }
  return effectOf(byDomain);
}

/** What a page or case loses of a figure; null where it has none. */
function difference({ engine, without }: Result, figure: string, name: string): number | null {
  const own = engine[figure];
  if (own === undefined) return null;
  return own - (without[name]?.[figure] ?? own);
}
