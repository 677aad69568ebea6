import { readFileSync } from 'node:fs';
import VALLEY from '../../../fixtures/stories/valley.json' with { type: 'json' };
import { framed, INTRO, type Site, type SiteAnswer } from './site.ts';

const MADE = new URL('../../../fixtures/made/frameworks/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, MADE), 'utf8');

const { sections } = VALLEY;
const SHOWS = [sections[0]!.paragraphs[0]!, sections.at(-1)!.paragraphs[0]!];

const API: SiteAnswer = { body: JSON.stringify(VALLEY), delayMs: 700 };

/**
 * An application of a framework's own compiler in the frame of a server's page. `way`: how it comes to its story, by the
 * last part of the address, which a script sets ahead of it.
 */
function application(by: string, name: string, root: string, way: 'client' | 'fetched' | 'endless'): Site {
  return {
    id: `${name}-${way}`,
    by,
    files: {
      '/': framed(
        root,
        `<script>history.replaceState(null, '', '/${way}')</script><script type="module" src="/assets/notes-4f2a.js"></script>`,
        { intro: `<p>${INTRO}</p><p>Our volunteers read the books aloud each Sunday at three.</p>` },
      ),
      '/assets/notes-4f2a.js': read(`${name}/client.js`),
      '/api/story.json': API,
    },
    shows: SHOWS,
  };
}

const ROOT = '<div id="root"></div>';
const APP = '<div id="app"></div>';

/** Applications that frameworks' own compilers built, in pages with text of their server's around them. */
export const APPLICATION_SITES: readonly Site[] = [
  application('React', 'react', ROOT, 'client'),
  application('React', 'react', ROOT, 'fetched'),
  application('React', 'react', ROOT, 'endless'),
  application('Preact', 'preact', ROOT, 'fetched'),
  application('Vue', 'vue', APP, 'fetched'),
  application('Svelte', 'svelte', APP, 'client'),
  application('Svelte', 'svelte', APP, 'fetched'),
  application('Solid', 'solid', ROOT, 'client'),
  application('Solid', 'solid', ROOT, 'fetched'),
  application('Angular', 'angular', '<app-root></app-root>', 'client'),
  application('Angular', 'angular', '<app-root></app-root>', 'endless'),
  application('Lit', 'lit', '<valley-story></valley-story>', 'client'),
  application('Lit', 'lit', '<valley-story></valley-story>', 'fetched'),
  {
    id: 'svelte-hydrated',
    by: 'Svelte',
    files: {
      '/': read('svelte/server-hydrated.html'),
      '/svelte/assets/index.js': read('svelte/client.js'),
      '/api/story.json': API,
    },
    shows: SHOWS,
    isServed: true,
  },
];
