import { api, bare, ends, framed, module, type Site, script, story, storyHtml, storyJson } from './site.ts';

const FILL =
  "const fill = (all) => { document.getElementById('notes').innerHTML = all.map((note) => '<p>' + note + '</p>').join('') };";
const ASK = `${FILL} fetch('/api/notes.json').then((answer) => answer.json()).then(fill);`;

/** A page that says in its language that it loads, until its interface has answered. */
function loading(id: string, phrase: string): Site {
  return {
    id,
    by: `“${phrase}”`,
    files: { '/': framed(`<div id="notes"><p>${phrase}</p></div>`, script(ASK)), ...api(id, 400) },
    shows: ends(id),
    lacks: [phrase],
  };
}

/** Sites that need no library: data in the page, timers, skeletons, components, cookies. */
export const WAY_SITES: readonly Site[] = [
  loading('loading-portuguese', 'Carregando…'),
  loading('loading-japanese', '読み込み中です'),
  loading('loading-arabic', 'جاري التحميل'),
  loading('loading-finnish', 'Ladataan sisältöä…'),
  loading('loading-hindi', 'लोड हो रहा है…'),
  {
    id: 'next-data',
    by: 'data in the page',
    files: {
      '/': framed(
        '<div id="notes"></div>',
        `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps: { notes: story('next-data').map((body, id) => ({ id, body })) } }, page: '/notes', buildId: 'b1' })}</script>${script(`${FILL} fill(JSON.parse(document.getElementById('__NEXT_DATA__').textContent).props.pageProps.notes.map(({ body }) => body))`)}`,
      ),
    },
    shows: ends('next-data'),
  },
  {
    id: 'json-island',
    by: 'data in the page',
    files: {
      '/': framed(
        '<h2>From the books</h2><ul id="notes"></ul>',
        `<script type="application/json" id="data">${storyJson('json-island')}</script>${module("for (const note of JSON.parse(document.getElementById('data').textContent)) { const item = document.createElement('li'); item.textContent = note; document.getElementById('notes').append(item) }")}`,
      ),
    },
    shows: ends('json-island'),
  },
  {
    id: 'state-in-a-script',
    by: 'data in the page',
    files: {
      '/': framed(
        '<div class="container"><div class="row" id="notes"></div></div>',
        script(`window.__NOTES__ = ${storyJson('state-in-a-script')}; ${FILL} fill(window.__NOTES__)`),
      ),
    },
    shows: ends('state-in-a-script'),
  },
  {
    id: 'skeleton-timer',
    by: 'timers',
    files: {
      '/': framed(
        '<div id="notes"><div class="skeleton"></div><div class="skeleton"></div></div>',
        script(`${FILL} setTimeout(() => fill(${storyJson('skeleton-timer')}), 600)`),
      ),
    },
    shows: [...ends('skeleton-timer'), 'kept by volunteers since 1974'],
  },
  {
    id: 'skeleton-chain',
    by: 'timers',
    files: {
      '/': framed(
        '<div id="notes"><div class="shimmer"></div><div class="shimmer"></div></div>',
        script(
          `${FILL} const wait = (ms) => new Promise((go) => setTimeout(go, ms)); (async () => { await wait(500); await wait(700); fill(${storyJson('skeleton-chain')}) })()`,
        ),
      ),
    },
    shows: ends('skeleton-chain'),
  },
  {
    id: 'interval-poll',
    by: 'timers',
    files: {
      '/': framed(
        '<div id="notes"><p>Please wait while the notes are prepared…</p></div>',
        script(
          `${FILL} let looks = 0; const timer = setInterval(() => { if (++looks < 6) return; clearInterval(timer); fill(${storyJson('interval-poll')}) }, 250)`,
        ),
      ),
    },
    shows: ends('interval-poll'),
    lacks: ['Please wait'],
  },
  {
    id: 'cookie-and-reload',
    by: 'cookies',
    files: {
      '/': ({ headers }) =>
        /seen=1/.test(headers.cookie ?? '')
          ? framed(storyHtml('cookie-and-reload'), '')
          : bare(script("document.cookie = 'seen=1; path=/'; location.reload()")),
    },
    shows: ends('cookie-and-reload'),
  },
  {
    id: 'empty-page-with-a-script',
    by: 'an empty page',
    files: {
      '/': bare('<div></div>', '<script defer src="/site.js"></script>'),
      '/site.js': `document.querySelector('div').innerHTML = ${JSON.stringify(storyHtml('empty-page-with-a-script'))}`,
    },
    shows: ends('empty-page-with-a-script'),
  },
  {
    id: 'endless-list',
    by: 'lazy content',
    files: {
      '/': framed(
        '<div id="notes"></div><div id="end" style="height:20px"></div>',
        script(
          `const all = ${storyJson('endless-list')}; let at = 0; new IntersectionObserver(([entry]) => { if (!entry.isIntersecting || at === all.length) return; const note = document.createElement('p'); note.style.minHeight = '900px'; note.textContent = all[at++]; document.getElementById('notes').append(note) }).observe(document.getElementById('end'))`,
        ),
      ),
    },
    shows: ends('endless-list'),
  },
  {
    id: 'slow-interface-1-s',
    by: 'slow interfaces',
    files: { '/': framed('<div id="notes"></div>', script(ASK)), ...api('slow-interface-1-s', 1_000) },
    shows: ends('slow-interface-1-s'),
  },
  {
    id: 'slow-interface-3-s',
    by: 'slow interfaces',
    files: {
      '/': framed('<div id="notes"><div class="spinner"></div></div>', script(ASK)),
      ...api('slow-interface-3-s', 3_000),
    },
    shows: ends('slow-interface-3-s'),
  },
  {
    id: 'slots-of-two-shadow-roots',
    by: 'components',
    files: {
      '/': framed(
        `<outer-box>${storyHtml('slots-of-two-shadow-roots')}</outer-box>`,
        script(
          "customElements.define('inner-box', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<section><slot></slot></section>' } }); customElements.define('outer-box', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<inner-box><slot></slot></inner-box>' } });",
        ),
      ),
    },
    shows: ends('slots-of-two-shadow-roots'),
  },
  {
    id: 'component-with-a-shadow-root',
    by: 'components',
    files: {
      '/': framed(
        '<river-notes></river-notes>',
        script(
          `customElements.define('river-notes', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(storyHtml('component-with-a-shadow-root'))} } })`,
        ),
      ),
    },
    shows: ends('component-with-a-shadow-root'),
  },
  {
    id: 'heading-with-nothing-below',
    by: 'a gap in the page',
    files: {
      '/': framed(
        '<h2>Notes of this month</h2><h2>Where we are</h2><p>At the weir.</p>',
        script(
          `document.querySelector('h2').insertAdjacentHTML('afterend', ${JSON.stringify(storyHtml('heading-with-nothing-below'))})`,
        ),
        { intro: '' },
      ),
    },
    shows: ends('heading-with-nothing-below'),
  },
  {
    id: 'empty-landmark',
    by: 'a gap in the page',
    files: {
      '/': framed(
        '',
        script(`document.querySelector('main').innerHTML = ${JSON.stringify(storyHtml('empty-landmark'))}`),
        { intro: '' },
      ).replace('<h1>River notes</h1>', ''),
    },
    shows: ends('empty-landmark'),
  },
  {
    id: 'rows-of-a-virtual-list',
    by: 'virtual lists',
    files: {
      '/': framed(
        '<div id="list" style="position:relative;height:6000px"></div>',
        script(
          "const list = document.getElementById('list'); const show = () => { const from = Math.max(0, Math.floor((scrollY - list.offsetTop) / 60)); const rows = []; for (let i = from; i < Math.min(100, from + Math.ceil(innerHeight / 60) + 2); i++) rows.push('<p style=\"position:absolute;top:' + i * 60 + 'px\">Row ' + (i + 1) + ' lists barge ' + (1700 + i) + ' with its skipper and its load of gravel.</p>'); list.innerHTML = rows.join('') }; addEventListener('scroll', show); addEventListener('resize', show); show()",
        ),
      ),
    },
    shows: ['Row 1 lists barge 1700', 'Row 50 lists barge 1749', 'Row 100 lists barge 1799'],
  },
  {
    id: 'canvas-with-a-label',
    by: 'canvas',
    files: {
      '/': framed(
        '<div id="chart"><div class="loader"></div></div>',
        script(
          "setTimeout(() => { const chart = document.createElement('canvas'); chart.setAttribute('role', 'img'); chart.setAttribute('aria-label', 'The level of the river rose from 2.10 m in January to 3.45 m in April and fell to 1.80 m in August.'); document.getElementById('chart').replaceChildren(chart) }, 200)",
        ),
      ),
    },
    shows: ['rose from 2.10 m in January to 3.45 m in April'],
  },
];
