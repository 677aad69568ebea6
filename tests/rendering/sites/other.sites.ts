import { readFileSync } from 'node:fs';
import VALLEY from '../../../fixtures/stories/valley.json' with { type: 'json' };
import {
  bare,
  ends,
  framed,
  INTRO,
  library,
  module,
  type Site,
  type SiteAnswer,
  script,
  storyHtml,
} from './site.ts';

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

/** Sites that are no page in the end, and pages that are complete as they are served. */
export const OTHER_SITES: readonly Site[] = [
  {
    id: 'never-answered',
    by: 'an interface that never answers',
    files: {
      '/': bare(
        '<div id="root"><p>Loading…</p></div><script type="module">await (await fetch("/api/notes.json")).json()</script>',
      ),
      '/api/notes.json': { body: '', delayMs: Number.POSITIVE_INFINITY },
    },
    shows: [],
    refused: 'js_required',
    timeoutMs: 6_000,
  },
  {
    id: 'intro-of-what-never-comes',
    by: 'an interface that never answers',
    files: {
      '/': framed(
        '<div id="notes" aria-busy="true"><p>Loading notes…</p><div class="skeleton"></div><div class="skeleton"></div></div>',
        module('document.getElementById("notes").innerHTML = await (await fetch("/api/notes.json")).text()'),
      ),
      '/api/notes.json': { body: '', delayMs: Number.POSITIVE_INFINITY },
    },
    shows: [],
    refused: 'js_required',
    timeoutMs: 6_000,
  },
  {
    id: 'intro-beside-a-clock',
    by: 'an interface that never answers',
    files: {
      '/': framed(
        storyHtml('intro-beside-a-clock'),
        module('setInterval(() => document.title += ".", 100); await fetch("/api/notes.json")'),
      ),
      '/api/notes.json': { body: '', delayMs: Number.POSITIVE_INFINITY },
    },
    shows: ends('intro-beside-a-clock'),
    timeoutMs: 6_000,
  },
  {
    id: 'diagram-after-rendering',
    by: 'diagrams',
    files: {
      '/': framed(
        '<div id="notes"><p>Loading notes…</p></div>',
        module(
          `await new Promise((done) => setTimeout(done, 200));
          document.getElementById("notes").innerHTML = ${JSON.stringify(`${storyHtml('diagram-after-rendering')}<pre class="mermaid">graph TD\n  Spring --> Weir\n  Weir --> Harbour</pre><div id="chart">Drawing the chart</div>`)};
          await new Promise((done) => setTimeout(done, 50));
          for (const drawn of document.querySelectorAll(".mermaid, #chart")) drawn.innerHTML = '<svg width="90" height="40"><text>Spring</text></svg>'`,
        ),
      ),
    },
    shows: [...ends('diagram-after-rendering'), '```mermaid', 'Weir --> Harbour'],
    lacks: ['Drawing the chart'],
  },
  {
    id: 'loads-for-ever',
    by: 'an empty page',
    files: { '/': bare('<div></div>', script('setInterval(() => document.title += ".", 100)')) },
    shows: [],
    refused: 'js_required',
    timeoutMs: 6_000,
  },
  {
    id: 'empty-for-good',
    by: 'an empty page',
    files: { '/': bare('<div></div>', script('window.counted = true')) },
    shows: [],
    refused: 'empty_content',
  },
  {
    id: 'login-by-script',
    by: 'a form that a script makes',
    files: {
      '/': bare(
        '<div id="app"></div>',
        '<script type="module">document.getElementById("app").innerHTML = "<main><h1>Sign in</h1><p>Please sign in to continue.</p><form><label>Email <input type=email></label><label>Password <input type=password></label><button>Sign in</button></form><a href=/forgot>Forgot your password?</a></main>"</script>',
      ),
    },
    shows: [],
    refused: 'login_wall',
  },
  {
    id: 'missing-by-script',
    by: 'a missing page that a script makes',
    files: {
      '/': bare(
        '<div id="app"></div>',
        '<script type="module">setTimeout(() => { document.title = "Page not found"; document.getElementById("app").innerHTML = "<main><h1>404</h1><p>Page not found. The page you are looking for does not exist.</p><a href=/>Back to the home page</a></main>" }, 200)</script>',
      ),
    },
    shows: [],
    refused: 'soft_404',
  },
  {
    id: 'article-with-scripts',
    by: 'scripts that fill nothing',
    files: {
      '/': framed(
        storyHtml('article-with-scripts'),
        `${library('jquery')}<script async src="/stats.js"></script>`,
      ),
      '/stats.js': 'window.counted = true',
    },
    shows: ends('article-with-scripts'),
    isServed: true,
  },
  {
    id: 'article-with-an-alpine-menu',
    by: 'Alpine in the frame',
    files: {
      '/': framed(storyHtml('article-with-an-alpine-menu'), '', {
        head: '<script defer src="/lib/alpine.js"></script>',
      }).replace(
        '<nav>',
        '<nav x-data="{ open: false }"><button @click="open = !open">Menu</button><template x-for="a in [1]"><a x-text="a"></a></template>',
      ),
    },
    shows: ends('article-with-an-alpine-menu'),
    isServed: true,
  },
  {
    id: 'article-with-htmx-comments',
    by: 'htmx beside the text',
    files: {
      '/': framed(
        storyHtml('article-with-htmx-comments'),
        `<aside><div hx-get="/comments" hx-trigger="revealed"></div></aside>${library('htmx')}`,
      ),
      '/comments': '<p>First!</p>',
    },
    shows: ends('article-with-htmx-comments'),
    isServed: true,
  },
  {
    id: 'mermaid-source',
    by: 'diagrams',
    files: {
      '/': framed(
        `${storyHtml('mermaid-source')}<pre class="mermaid">graph TD\n  Spring --> Weir\n  Weir --> Harbour</pre>`,
        '<script type="module">document.querySelector(".mermaid").outerHTML = "<svg></svg>"</script>',
      ),
    },
    shows: [...ends('mermaid-source'), 'Weir --> Harbour'],
    isServed: true,
  },
  {
    id: 'short-notice-with-scripts',
    by: 'a short page',
    files: {
      '/': framed('', `${library('jquery')}<script async src="/stats.js"></script>`, {
        intro: `<p>${INTRO}</p>`,
      }),
      '/stats.js': 'window.counted = true',
    },
    shows: ['kept by volunteers since 1974'],
    isServed: true,
  },
];
