import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REMOVAL_STEPS } from '../../src/contract/removal-steps.ts';
import { cleanEnv, runHere, runPagemark, startSite, temporaryFolder } from '../support/run-pagemark.ts';

const PAGE = `<!doctype html><title>Boats</title>
<nav class="top"><ul><li><a href="/">Home port</a></li> <li><a href="/about">About us</a></li></ul></nav>
<main><h1>Boats</h1>
<p>The boat lay in the <b>har</b>bour all winter, and <a href="/n">nobody</a> came to look after it until spring.</p>
<p>The second boat is longer, slower and browner; it carries timber, and in autumn it carries leaves for weeks.</p>
<div class="advertisement">Paint for boats, half price</div>
<p hidden>Unseen words of the harbour master</p>
<p>The third boat lies in the yard with her planks off, and the builder says that she will float by the end of May.</p>
</main><footer>Printed by the press of the islands</footer>`;

const { dir, remove } = temporaryFolder();
const FILE = path.join(dir, 'page.html');
let env: NodeJS.ProcessEnv;

beforeAll(() => {
  env = cleanEnv(dir);
  writeFileSync(FILE, PAGE);
});
afterAll(remove);

interface Told {
  readonly found: boolean;
  readonly places: readonly {
    readonly line: number | null;
    readonly parts: readonly {
      readonly kept: boolean;
      readonly step: string | null;
      readonly why: string | null;
      readonly text: string;
      readonly score: number;
      readonly threshold: number;
    }[];
  }[];
}

async function explain(text: string, input?: string): Promise<Told> {
  const args = ['explain', input === undefined ? FILE : '-', '--text', text, '--json'];
  const { code, out, err } = await (input === undefined ? runHere(args, env) : runPagemark(args, env, input));
  const told = JSON.parse(out) as Told;
  expect({ code, err }).toEqual({ code: told.found ? 0 : 3, err: '' });
  return told;
}

describe('pagemark explain', () => {
  test('tells where a kept text stands, over elements, white space and case', async () => {
    const { out } = await runHere(['convert', FILE], env);
    for (const text of ['THE boat lay in  the harbour all', 'and nobody came to look']) {
      const { places } = await explain(text);
      expect(places).toMatchObject([{ parts: [{ kept: true, step: null, element: 'body > main > p' }] }]);
      expect(out.split('\n')[places[0]!.line! - 1]).toContain('The boat lay');
    }
  });

  test('tells what the model removed, its score and threshold, and what stays next to it', async () => {
    const { places } = await explain('Home port About us');
    expect(places).toMatchObject([{ line: null, before: null, after: { text: 'Boats' } }]);
    expect(places[0]!.parts.length).toBeGreaterThan(1);
    for (const { step, why, score, threshold } of places[0]!.parts) {
      expect({ step, why }).toEqual({ step: 'model', why: REMOVAL_STEPS.model });
      expect(score).toBeLessThan(threshold);
    }
    const footer = await explain('press of the islands');
    expect(footer.places).toMatchObject([{ parts: [{ step: 'model', removedWith: 'footer' }], after: null }]);
  });

  test.each([
    ['half price', 'advertisement', 'div.advertisement'],
    ['Unseen words', 'hidden', 'p'],
  ])('tells which rule removed %j', async (text, step, removedWith) => {
    const before = { text: expect.stringMatching(/^The second boat/) };
    const after = { text: expect.stringMatching(/^The third boat/) };
    expect((await explain(text)).places).toMatchObject([
      { parts: [{ kept: false, step, removedWith }], before, after },
    ]);
  });

  test('tells each part of a text that is partly kept', async () => {
    const { places } = await explain('for weeks. Paint for boats');
    expect(places).toMatchObject([{ parts: [{ kept: true }, { step: 'advertisement' }] }]);
    expect(places[0]!.line).not.toBeNull();
  });

  test('tells every place of a text', async () => {
    const { places } = await explain('harbour');
    expect(places.map(({ parts }) => parts[0]!.step)).toEqual([null, 'hidden']);
  });

  test('says so when the text is not in the page: exit code 3', async () => {
    expect(await explain('No such words')).toMatchObject({ found: false, places: [] });
    const { code, out } = await runHere(['explain', FILE, '--text', 'No such words'], env);
    expect({ code, out }).toEqual({ code: 3, out: 'Not in the page: "No such words"\n' });
    expect((await runHere(['explain', FILE, '--text', ' '], env)).code).toBe(2);
    expect((await runHere(['explain', FILE], env)).code).toBe(2);
  });

  test('reads an address and standard input, documents too, and obeys the options of a conversion', async () => {
    const site = await startSite(PAGE);
    try {
      const fetched = { ...env, PAGEMARK_FETCH_ALLOW: site.allow };
      const { code, out } = await runHere(['explain', site.url, '--text', 'half price'], fetched);
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('Removed by "advertisement"') });
    } finally {
      await site.close();
    }
    expect((await explain('Second', '# First\n\nSecond\n')).places).toMatchObject([
      { line: 3, parts: [{ kept: true }] },
    ]);
    const { out } = await runHere(['explain', FILE, '--exclude', 'b', '--text', 'har'], env);
    expect(out).toContain('Removed by "excluded"');
  });
});
