/**
 * Attributes of templates that a library reads in the browser and takes away, or fills, as it does. Alpine, Vue, petite-vue,
 * AngularJS: the directives in their documentation. With and without the prefix `data-`.
 */
export const TEMPLATE_LISTS: ReadonlySet<string> = new Set([
  'x-for',
  'v-for',
  'v-cloak',
  'x-cloak',
  'ng-cloak',
]);

/** Attributes of the same libraries on elements that they fill: a sign where the element is empty or holds `{{ }}`. */
export const TEMPLATE_TEXTS: ReadonlySet<string> = new Set([
  'x-text',
  'x-html',
  'v-text',
  'v-html',
  'v-scope',
  'ng-repeat',
  'ng-bind',
  'ng-bind-html',
  'ng-include',
  'ng-view',
  'ui-view',
]);

/** `data-bind` of Knockout, where it brings text. */
// linear: at most 200 characters of an attribute.
export const BINDING = /(?:^|[\s,{])(?:foreach|text|html|template|component)\s{0,4}:/;

/** Attributes that ask for a part of the page: htmx, Unpoly. */
export const PART_ATTRIBUTES: ReadonlySet<string> = new Set(['hx-get', 'data-hx-get', 'up-defer']);
/** Attributes in which a script's element has the address of its content: values of Stimulus, lazy boxes of jQuery. */
// linear: an attribute's name, at most 80 characters.
export const CONTROLLER_ADDRESS = /^data-(?:[\w-]{1,60}-)?url(?:-value)?$/;
/** Triggers of htmx that no visitor pulls. */
export const PART_TRIGGER = /\b(?:load|revealed|intersect)\b/;
/** Elements that load what their `src` names, and are filled with it: Turbo, include-fragment. */
export const PART_ELEMENTS: ReadonlySet<string> = new Set(['turbo-frame', 'include-fragment']);

/** Ids and classes of the place of the content. */
export const CONTENT_NAMES: ReadonlySet<string> = new Set([
  'article',
  'content',
  'contents',
  'main',
  'main-content',
  'maincontent',
  'page-content',
  'post-content',
]);

/** What a page leaves empty that is not its content: advertisements, comments, maps, widgets, messages, the frame itself. */
// linear: at most 200 characters of names.
export const WIDGET_NAME =
  /(?:^|[\s_-])(?:ads?|adup|atatags|adv|advert\w{0,12}|banner|dfp|gpt|taboola|outbrain|sponsor\w{0,4}|comments?|disqus\w{0,8}|share\w{0,4}|social|captcha|recaptcha|g-recaptcha|cookies?|consent|onetrust\w{0,8}|newsletter|subscribe|modals?|popup|overlay|lightbox|toast|snackbar|notif\w{0,12}|alerts?|tooltip|portal|search\w{0,8}|header|footer|nav\w{0,12}|menu|sidebar|chat\w{0,4}|widgets?|fb-root|player|video|map|rating\w{0,2}|reviews?|related|recommend\w{0,8}|cart|login|user\w{0,4}|progress|scroll\w{0,8}|back-to-top|top|clear\w{0,4}|analytics|tracking|pixel|gtm|icons?|svg|sprite|weather|price|top-?bar|breadcrumbs?|pagination|pager|leaderboard|interstitial|privacy|preloader|splash|loading-bar|loading-indicator\w{0,10}|announcer|assets|minicart\w{0,6}|mjx|amp|addthis\w{0,6})(?:$|[\s_-]|\d)/i;
