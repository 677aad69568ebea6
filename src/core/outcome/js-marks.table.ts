/** Ids that frameworks and their starter kits give to the element that a script fills. */
export const APP_ROOT_IDS: ReadonlySet<string> = new Set([
  '__next',
  '__nuxt',
  '___gatsby',
  '__sapper__',
  '__layout',
  '__blitz',
  'app',
  'app-container',
  'app-mount',
  'app-root',
  'application',
  'ember-app',
  'main-app',
  'mount',
  'q-app',
  'react-app',
  'react-root',
  'reactroot',
  'root',
  'solid-root',
  'spa-root',
  'storefront-app',
  'svelte',
  'vue-app',
  'wrapper-app',
]);

/** How bundlers name what they write. */
// linear: at most 500 characters of an address.
export const BUNDLE_ADDRESS =
  /(?:^|\/)(?:_next|_nuxt|_app|assets|static\/js|build|dist|bundles?|packs|chunks?)\/[^?#]*\.m?js|(?:^|[/._-])(?:app|main|index|bundle|runtime|vendors?|polyfills|chunk|client|entry|flutter)(?:[._-][\w-]{1,40})?\.m?js/i;

/** A script that leads elsewhere at once. */
export const SCRIPTED_REDIRECT =
  /\blocation(?:\.href)?\s{0,4}=\s{0,4}["'`]|\blocation\.(?:replace|assign)\s{0,4}\(/;
/** One that leads to an address it made, or loads its page again, for a cookie of the answer. */
export const MOVES = /\blocation(?:\.href)?\s{0,4}=[^=]|\blocation\.reload\s{0,4}\(/;

/** What a body does that leads elsewhere as soon as it has loaded. */
// linear: at most 1,000 characters of an attribute.
export const LOADED_REDIRECT =
  /\blocation\b[^;]{0,40}=[^=]|\blocation\.(?:replace|assign|reload)\b|\bsubmit\b/;

/** A script that loads its page anew or another one. */
export const RELOAD =
  /\blocation(?:["']\])?(?:\.href|\[["']href["']\])?\s{0,4}=[^=]|\blocation(?:["']\])?(?:\.|\[["'])(?:replace|assign|reload)(?:["']\])?\s{0,4}\(|\bhistory\.go\s{0,4}\(/;
export const SETS_COOKIE = /\bdocument(?:["']\])?(?:\.|\[["'])cookie(?:["']\])?\s{0,4}=[^=]/;
export const POSTS_FORM = /\.(?:submit|requestSubmit)\s{0,4}\(|\bsubmit\.(?:call|apply)\s{0,4}\(/;
export const PRESSES = /\.click\s{0,4}\(\s{0,4}\)/;

/** What a script waits for: a person, or a time in which the page is meant to be read (10 s and more, or a product). */
export const WAITS =
  /\baddEventListener\s{0,4}\(\s{0,4}["'`](?!load|DOMContentLoaded)|\.on(?!load\b)[a-z]{3,12}\s{0,4}=|\bsetInterval\s{0,4}\(|,\s{0,4}(?:\d{5}|\d{1,4}\s{0,4}\*)/;
