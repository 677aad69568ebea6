import { api, ends, framed, library, type Site, script, storyHtml, storyJson } from './site.ts';

/** Sites whose markup is a template that a library reads in the browser. */
export const TEMPLATE_SITES: readonly Site[] = [
  {
    id: 'alpine-list',
    by: 'Alpine',
    files: {
      '/': framed(
        `<div x-data='{ notes: ${storyJson('alpine-list').replaceAll("'", '&#39;')} }'><template x-for="note in notes"><p x-text="note"></p></template></div>`,
        '',
        { head: '<script defer src="/lib/alpine.js"></script>' },
      ),
    },
    shows: ends('alpine-list'),
  },
  {
    id: 'alpine-fetch',
    by: 'Alpine',
    files: {
      '/': framed(
        '<section x-data="{ notes: [] }" x-init="notes = await (await fetch(\'/api/notes.json\')).json()"><template x-for="note in notes" :key="note"><article><p x-text="note"></p></article></template></section>',
        '',
        { head: '<script defer src="/lib/alpine.js"></script>' },
      ),
      ...api('alpine-fetch', 400),
    },
    shows: ends('alpine-fetch'),
  },
  {
    id: 'alpine-cloak',
    by: 'Alpine',
    files: {
      '/': framed(
        '<div x-data="{ html: \'\' }" x-init="fetch(\'/part\').then(r => r.text()).then(t => html = t)"><div x-show="html === \'\'">Loading the notes…</div><article x-cloak x-show="html !== \'\'" x-html="html"></article></div>',
        '',
        {
          head: '<style>[x-cloak]{display:none}</style><script defer src="/lib/alpine.js"></script>',
        },
      ),
      '/part': { body: storyHtml('alpine-cloak'), delayMs: 300 },
    },
    shows: ends('alpine-cloak'),
    lacks: ['Loading the notes'],
  },
  {
    id: 'htmx-load',
    by: 'htmx',
    files: {
      '/': framed('<div hx-get="/part" hx-trigger="load" hx-swap="outerHTML"></div>', library('htmx')),
      '/part': { body: `<div>${storyHtml('htmx-load')}</div>`, delayMs: 300 },
    },
    shows: ends('htmx-load'),
  },
  {
    id: 'htmx-revealed',
    by: 'htmx',
    files: {
      '/': framed(
        '<section data-hx-get="/part" data-hx-trigger="revealed"><p class="htmx-indicator">One moment …</p></section>',
        library('htmx'),
      ),
      '/part': { body: storyHtml('htmx-revealed'), delayMs: 200 },
    },
    shows: ends('htmx-revealed'),
  },
  {
    id: 'htmx-delayed',
    by: 'htmx',
    files: {
      '/': framed('<div hx-get="/part" hx-trigger="load delay:800ms"></div>', library('htmx')),
      '/part': { body: storyHtml('htmx-delayed') },
    },
    shows: ends('htmx-delayed'),
  },
  {
    id: 'petite-vue-scope',
    by: 'petite-vue',
    files: {
      '/': framed(
        `<div v-scope='{ notes: ${storyJson('petite-vue-scope')} }'><p v-for="note in notes">{{ note }}</p></div>`,
        '<script src="/lib/petite-vue.js" defer init></script>',
      ),
    },
    shows: ends('petite-vue-scope'),
    lacks: ['{{'],
  },
  {
    id: 'petite-vue-mounted',
    by: 'petite-vue',
    files: {
      '/': framed(
        '<div id="notes" v-scope @vue:mounted="load"><p v-if="notes.length === 0">Please wait</p><p v-for="note in notes" v-text="note"></p></div>',
        `${library('petite-vue')}${script("PetiteVue.createApp({ notes: [], async load() { this.notes = await (await fetch('/api/notes.json')).json() } }).mount('#notes')")}`,
      ),
      ...api('petite-vue-mounted', 500),
    },
    shows: ends('petite-vue-mounted'),
    lacks: ['Please wait'],
  },
  {
    id: 'vue-in-the-page',
    by: 'Vue',
    files: {
      '/': framed(
        '<div id="notes" v-cloak><p v-for="note in notes">{{ note }}</p></div>',
        `${library('vue')}${script(`Vue.createApp({ data: () => ({ notes: ${storyJson('vue-in-the-page')} }) }).mount('#notes')`)}`,
        { head: '<style>[v-cloak]{display:none}</style>' },
      ),
    },
    shows: ends('vue-in-the-page'),
    lacks: ['{{'],
  },
  {
    id: 'vue-mounted-in-a-section',
    by: 'Vue',
    files: {
      '/': framed(
        '<h2>From the books</h2><section id="book-notes"></section>',
        `${library('vue')}${script(`const { createApp, h } = Vue; createApp({ data: () => ({ notes: [] }), async mounted() { this.notes = await (await fetch('/api/notes.json')).json() }, render() { return this.notes.map((note) => h('p', note)) } }).mount('#book-notes')`)}`,
      ),
      ...api('vue-mounted-in-a-section', 350),
    },
    shows: ends('vue-mounted-in-a-section'),
  },
  {
    id: 'angularjs-repeat',
    by: 'AngularJS',
    files: {
      '/': framed(
        `<div ng-app="notes" ng-controller="List as list"><p ng-repeat="note in list.notes">{{note}}</p></div>`,
        `${library('angularjs')}${script(`angular.module('notes', []).controller('List', function () { this.notes = ${storyJson('angularjs-repeat')} })`)}`,
      ),
    },
    shows: ends('angularjs-repeat'),
    lacks: ['{{'],
  },
  {
    id: 'angularjs-http',
    by: 'AngularJS',
    files: {
      '/': framed(
        '<div ng-controller="List"><div ng-hide="notes">Loading…</div><article ng-repeat="note in notes"><p ng-bind="note"></p></article></div>',
        `${library('angularjs')}${script("angular.module('notes', []).controller('List', function ($scope, $http) { $http.get('/api/notes.json').then(function (answer) { $scope.notes = answer.data }) })")}`,
        { body: 'ng-app="notes" class="ng-cloak"' },
      ),
      ...api('angularjs-http', 600),
    },
    shows: ends('angularjs-http'),
    lacks: ['Loading'],
  },
  {
    id: 'knockout-foreach',
    by: 'Knockout',
    files: {
      '/': framed(
        '<div data-bind="foreach: notes"><p data-bind="text: $data"></p></div>',
        `${library('knockout')}${script(`ko.applyBindings({ notes: ${storyJson('knockout-foreach')} })`)}`,
      ),
    },
    shows: ends('knockout-foreach'),
  },
  {
    id: 'knockout-late',
    by: 'Knockout',
    files: {
      '/': framed(
        '<div data-bind="visible: notes().length === 0"><div class="spinner"></div></div><div data-bind="foreach: notes"><p data-bind="html: $data"></p></div>',
        `${library('knockout')}${script("const view = { notes: ko.observableArray() }; ko.applyBindings(view); setTimeout(() => fetch('/api/notes.json').then((answer) => answer.json()).then(view.notes), 500)")}`,
      ),
      ...api('knockout-late', 200),
    },
    shows: ends('knockout-late'),
  },
  {
    id: 'mustache-template',
    by: 'Mustache',
    files: {
      '/': framed(
        '<div id="list">Loading…</div><script id="template" type="x-tmpl-mustache">{{#notes}}<p>{{.}}</p>{{/notes}}</script>',
        `${library('mustache')}${script("fetch('/api/notes.json').then((answer) => answer.json()).then((notes) => { document.getElementById('list').innerHTML = Mustache.render(document.getElementById('template').innerHTML, { notes }) })")}`,
      ),
      ...api('mustache-template', 250),
    },
    shows: ends('mustache-template'),
    lacks: ['Loading'],
  },
  {
    id: 'handlebars-template',
    by: 'Handlebars',
    files: {
      '/': framed(
        '<div id="entries"></div><script id="entry-template" type="text/x-handlebars-template">{{#each notes}}<article><p>{{this}}</p></article>{{/each}}</script>',
        `${library('handlebars')}${script(`const write = Handlebars.compile(document.getElementById('entry-template').innerHTML); document.getElementById('entries').innerHTML = write({ notes: ${storyJson('handlebars-template')} })`)}`,
      ),
    },
    shows: ends('handlebars-template'),
  },
  {
    id: 'underscore-template',
    by: 'Backbone',
    files: {
      '/': framed(
        '<div id="books"></div><script type="text/template" id="book"><p><%= text %></p></script>',
        `${library('jquery')}${library('underscore')}${library('backbone')}${script(`
const Notes = Backbone.Collection.extend({ url: '/api/notes.json', parse: (all) => all.map((text) => ({ text })) });
const View = Backbone.View.extend({ el: '#books', write: _.template($('#book').html()), initialize() { this.listenTo(this.collection, 'sync', this.render); this.collection.fetch() }, render() { this.$el.html(this.collection.map((note) => this.write(note.attributes)).join('')) } });
new View({ collection: new Notes() });`)}`,
      ),
      ...api('underscore-template', 300),
    },
    shows: ends('underscore-template'),
  },
];
