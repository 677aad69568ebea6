import { api, ends, framed, library, module, type Site, script, storyHtml, storyJson } from './site.ts';

/** Sites into whose page a script mounts what it makes. */
export const SCRIPT_SITES: readonly Site[] = [
  {
    id: 'preact-island',
    by: 'Preact',
    files: {
      '/': framed(
        '<div class="island" id="notes-island"></div>',
        module(
          `import { html, render } from '/lib/preact-htm.js'; const notes = ${storyJson('preact-island')}; render(html\`<article>\${notes.map((note) => html\`<p>\${note}</p>\`)}</article>\`, document.getElementById('notes-island'));`,
        ),
      ),
    },
    shows: ends('preact-island'),
  },
  {
    id: 'preact-effect',
    by: 'Preact',
    files: {
      '/': framed(
        '<div id="notes-list"><div class="skeleton-line"></div><div class="skeleton-line"></div><div class="skeleton-line"></div></div>',
        module(
          `import { html, render, useEffect, useState } from '/lib/preact-htm.js'; const App = () => { const [notes, set] = useState(null); useEffect(() => { fetch('/api/notes.json').then((answer) => answer.json()).then(set) }, []); return notes ? notes.map((note) => html\`<p>\${note}</p>\`) : html\`<div class="skeleton-line"></div>\` }; const root = document.getElementById('notes-list'); root.replaceChildren(); render(html\`<\${App}/>\`, root);`,
        ),
      ),
      ...api('preact-effect', 700),
    },
    shows: ends('preact-effect'),
  },
  {
    id: 'mithril-mount',
    by: 'Mithril',
    files: {
      '/': framed(
        '<div id="content"></div>',
        `${library('mithril')}${script(`m.mount(document.getElementById('content'), { view: () => m('article', ${storyJson('mithril-mount')}.map((note) => m('p', note))) })`)}`,
      ),
    },
    shows: ends('mithril-mount'),
  },
  {
    id: 'mithril-request',
    by: 'Mithril',
    files: {
      '/': framed(
        '<div id="content"><em>Chargement…</em></div>',
        `${library('mithril')}${script("let notes = []; m.mount(document.getElementById('content'), { oninit: () => m.request('/api/notes.json').then((all) => { notes = all }), view: () => notes.length ? notes.map((note) => m('p', note)) : m('em', 'Chargement…') })")}`,
      ),
      ...api('mithril-request', 450),
    },
    shows: ends('mithril-request'),
    lacks: ['Chargement'],
  },
  {
    id: 'jquery-json',
    by: 'jQuery',
    files: {
      '/': framed(
        '<div id="feed"></div>',
        `${library('jquery')}${script("$(function () { $.getJSON('/api/notes.json', function (all) { $.each(all, function (_, note) { $('#feed').append($('<p>').text(note)) }) }) })")}`,
      ),
      ...api('jquery-json', 400),
    },
    shows: ends('jquery-json'),
  },
  {
    id: 'jquery-load',
    by: 'jQuery',
    files: {
      '/': framed(
        '<h2>Latest notes</h2><div class="ajax-content" data-url="/part"><img src="/spin.gif" alt="" class="loader"></div>',
        `${library('jquery')}${script("$('.ajax-content').each(function () { var box = $(this); setTimeout(function () { box.load(box.data('url')) }, 300) })")}`,
      ),
      '/part': { body: storyHtml('jquery-load'), delayMs: 400 },
    },
    shows: ends('jquery-load'),
  },
  {
    id: 'hyperapp',
    by: 'Hyperapp',
    files: {
      '/': framed(
        '<div id="stories"></div>',
        module(
          `import { app, h, text } from '/lib/hyperapp.js'; app({ init: {}, view: () => h('section', {}, ${storyJson('hyperapp')}.map((note) => h('p', {}, text(note)))), node: document.getElementById('stories') });`,
        ),
      ),
    },
    shows: ends('hyperapp'),
  },
  {
    id: 'van',
    by: 'VanJS',
    files: {
      '/': framed(
        '<div id="log"></div>',
        module(
          "import van from '/lib/van.js'; const { p, div } = van.tags; const notes = van.state([]); van.add(document.getElementById('log'), () => div(notes.val.map((note) => p(note)))); fetch('/api/notes.json').then((answer) => answer.json()).then((all) => { notes.val = all });",
        ),
      ),
      ...api('van', 500),
    },
    shows: ends('van'),
  },
  {
    id: 'redom',
    by: 'RE:DOM',
    files: {
      '/': framed(
        '',
        `${library('redom')}${script(`const { el, mount } = redom; mount(document.querySelector('main'), el('div.notes', ${storyJson('redom')}.map((note) => el('p', note))))`)}`,
        { intro: '<p>Notes of the river museum, by the day.</p>' },
      ),
    },
    shows: ends('redom'),
  },
  {
    id: 'uhtml',
    by: 'uhtml',
    files: {
      '/': framed(
        '<div id="entries" aria-busy="true"></div>',
        module(
          `import { html, render } from '/lib/uhtml.js'; const root = document.getElementById('entries'); fetch('/api/notes.json').then((answer) => answer.json()).then((all) => { root.removeAttribute('aria-busy'); render(root, html\`\${all.map((note) => html\`<p>\${note}</p>\`)}\`) });`,
        ),
      ),
      ...api('uhtml', 350),
    },
    shows: ends('uhtml'),
  },
  {
    id: 'stimulus-loader',
    by: 'Stimulus',
    files: {
      '/': framed(
        '<div data-controller="content-loader" data-content-loader-url-value="/part"></div>',
        module(
          "import { Application, Controller } from '/lib/stimulus.js'; Application.start().register('content-loader', class extends Controller { static values = { url: String }; connect() { fetch(this.urlValue).then((answer) => answer.text()).then((html) => { this.element.innerHTML = html }) } });",
        ),
      ),
      '/part': { body: storyHtml('stimulus-loader'), delayMs: 300 },
    },
    shows: ends('stimulus-loader'),
  },
  {
    id: 'turbo-frame',
    by: 'Turbo',
    files: {
      '/': framed('<turbo-frame id="notes" src="/part"></turbo-frame>', '', {
        head: '<script type="module" src="/lib/turbo.js"></script>',
      }),
      '/part': {
        body: `<turbo-frame id="notes">${storyHtml('turbo-frame')}</turbo-frame>`,
        delayMs: 250,
      },
    },
    shows: ends('turbo-frame'),
  },
  {
    id: 'turbo-frame-lazy',
    by: 'Turbo',
    files: {
      '/': framed(
        '<turbo-frame id="notes" src="/part" loading="lazy"><p>Wird geladen …</p></turbo-frame>',
        '',
        { head: '<script type="module" src="/lib/turbo.js"></script>' },
      ),
      '/part': {
        body: `<turbo-frame id="notes">${storyHtml('turbo-frame-lazy')}</turbo-frame>`,
        delayMs: 250,
      },
    },
    shows: ends('turbo-frame-lazy'),
    lacks: ['Wird geladen'],
  },
  {
    id: 'include-fragment',
    by: 'include-fragment',
    files: {
      '/': framed(
        '<include-fragment src="/part"><p>Cargando…</p></include-fragment>',
        '<script type="module" src="/lib/include-fragment.js"></script>',
      ),
      '/part': { body: storyHtml('include-fragment'), delayMs: 300 },
    },
    shows: ends('include-fragment'),
    lacks: ['Cargando'],
  },
];
