import type { IncomingHttpHeaders } from 'node:http';
import { ARTICLE } from '../support/upstream.ts';

/** What a site answers: a page of HTML unless its fields say otherwise. */
export interface Answer {
  readonly status?: number;
  readonly body: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/** A site by what it answers to a request. */
export interface GatedSite {
  readonly id: string;
  answer(request: {
    readonly method: string;
    readonly url: string;
    readonly headers: IncomingHttpHeaders;
  }): Answer;
}

const PAGE: Answer = { body: ARTICLE };
const html = (body: string, title = 'Site', head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;
const script = (code: string) => `<script>${code}</script>`;
const hasCookie = ({ cookie = '' }: IncomingHttpHeaders): boolean => /\bpass=1\b/.test(cookie);

const NGINX =
  '<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center><hr><center>nginx</center></body></html>';
const AKAMAI = html(
  '<h1>Access Denied</h1>You don\'t have permission to access "http://site.example/" on this server.<p>Reference #18.4f2c1cb8.1716200000.3a1b2c</p>',
  'Access Denied',
);

/** Sites that refuse by header fields which no browser lacks. */
const DENIALS: readonly (readonly [
  id: string,
  lets: (fields: IncomingHttpHeaders) => boolean,
  refusal: Answer,
])[] = [
  ['agent-nginx', (f) => /Chrome/.test(f['user-agent'] ?? ''), { status: 403, body: NGINX }],
  ['agent-empty', (f) => /^Mozilla/.test(f['user-agent'] ?? ''), { status: 403, body: '' }],
  ['agent-akamai', (f) => /Chrome/.test(f['user-agent'] ?? ''), { status: 403, body: AKAMAI }],
  [
    'agent-text',
    (f) => /Mozilla/.test(f['user-agent'] ?? ''),
    { status: 403, body: 'Forbidden', fields: { 'content-type': 'text/plain' } },
  ],
  [
    'agent-json',
    (f) => /Mozilla/.test(f['user-agent'] ?? ''),
    { status: 403, body: html('{"error":"forbidden"}', '') },
  ],
  [
    'language-406',
    (f) => /^[a-z]{2}/.test(f['accept-language'] ?? ''),
    { status: 406, body: html('<h1>Not Acceptable</h1>', '406') },
  ],
  [
    'language-403',
    (f) => /[a-z]{2}/.test(f['accept-language'] ?? ''),
    { status: 403, body: html('<h1>403</h1>', '403') },
  ],
  [
    'fetch-mode',
    (f) => f['sec-fetch-mode'] === 'navigate',
    { status: 403, body: html('<p>Request blocked.</p>', 'Blocked') },
  ],
  ['fetch-dest', (f) => f['sec-fetch-dest'] === 'document', { status: 406, body: 'Not acceptable' }],
  [
    'insecure-requests',
    (f) => f['upgrade-insecure-requests'] === '1',
    { status: 403, body: html('<h1>Forbidden</h1><p>You are not allowed here.</p>', 'Forbidden') },
  ],
  [
    'accept-html',
    (f) => /^text\/html/.test(f.accept ?? ''),
    {
      status: 406,
      body: html(
        '<h1>406 Not Acceptable</h1><p>An appropriate representation could not be found.</p>',
        '406 Not Acceptable',
      ),
    },
  ],
  [
    'agent-cdn',
    (f) => /Chrome/.test(f['user-agent'] ?? ''),
    {
      status: 403,
      body: html(
        '<h1>403 ERROR</h1><h2>The request could not be satisfied.</h2><hr>Request blocked.',
        'ERROR: The request could not be satisfied',
      ),
    },
  ],
];

/** Sites that set a cookie by a script, with what they answer until it comes back. */
const RELOADS = [
  'location.reload()',
  'location.reload(true)',
  'window.location.reload()',
  'location.href = location.href',
  'location.replace(location.href)',
  'setTimeout(function () { location.reload() }, 300)',
  'setTimeout("location.reload()", 200)',
  'document.location = document.URL',
  'location.assign("/")',
  'window.onload = function () { location.reload() }',
  'document.addEventListener("DOMContentLoaded", () => location.replace("/?a=1"))',
  'window.location = "/"',
];
const COOKIE = 'document.cookie = "pass=" + (3 - 2) + "; path=/";';
const WORDS = [
  '',
  'Please wait…',
  'Loading',
  '<p>One moment, please.</p>',
  'Redirecting…',
  '<noscript>Enable cookies.</noscript>',
];

/** Challenges by status, title and text; the script passes each. */
const CHALLENGES: readonly (readonly [status: number, title: string, body: string])[] = [
  [403, 'Just a moment...', '<noscript>Enable JavaScript and cookies to continue</noscript>'],
  [
    503,
    'Just a moment...',
    '<h1>Checking your browser before accessing site.example.</h1><p>This process is automatic.</p>',
  ],
  [200, 'Just a moment...', '<div id="challenge-error-text">Enable JavaScript and cookies to continue</div>'],
  [429, 'Just a moment...', '<p>Verify you are human by completing the action below.</p>'],
  [
    200,
    'DDoS-Guard',
    '<h1>Checking your browser before accessing site.example</h1><p>Please wait a few seconds.</p>',
  ],
  [403, 'Verifying your browser', '<h1>Verifying that you are not a robot</h1><p>Please wait.</p>'],
  [200, 'One moment', '<h1>We are checking your browser</h1><p>Please stand by, you will be redirected.</p>'],
  [
    503,
    'Security check',
    '<h1>Checking if the site connection is secure</h1><p>site.example needs to review the security of your connection before proceeding.</p>',
  ],
  [403, 'Security Check', '<h1>Please prove that you are human</h1>'],
  [406, 'Checking your browser', '<p>Checking your browser. Please enable cookies.</p>'],
  [403, 'Bot check', '<h1>Are you a robot?</h1><p>We check that you are human.</p>'],
  [
    200,
    'Checking your browser',
    '<p>Checking your browser before you can access the site. This takes a few seconds.</p>',
  ],
];

/** Pages that are nothing without scripts. */
const WALLS = [
  '<noscript>Please enable JavaScript to continue.</noscript>',
  '<noscript><h1>JavaScript is required</h1></noscript><div id="root"></div>',
  '<div id="app">Loading…</div>',
  '<p>Please enable JavaScript to view this site.</p><div id="app"></div>',
  '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
  '<div id="main-app"></div>',
  '<h1>JavaScript is disabled</h1><p>Please enable JavaScript in your browser.</p><div id="app"></div>',
  '<noscript>This site needs JavaScript.</noscript><main></main>',
  '<div class="spinner">Loading, please wait</div><div id="root"></div>',
  '<noscript>Bitte aktivieren Sie JavaScript.</noscript><div id="app"></div>',
  '<div id="app"></div><noscript>Activez JavaScript pour continuer.</noscript>',
  '',
];

/** Pages that post a form, or lead on, as soon as they have loaded. */
const FORM =
  '<form method="post" action="/"><input type="hidden" name="token" value="a1"><input type="hidden" name="pass" value="1">';
const POSTS: readonly string[] = [
  html(`${FORM}</form>${script('document.forms[0].submit()')}`),
  html(`<p>Redirecting…</p>${FORM}</form>${script('document.forms[0].submit();')}`),
  html(
    `${FORM}<input type="submit" value="Continue"></form>${script('document.querySelector("form").submit()')}`,
  ),
  html(
    `<p>Click here to continue.</p>${FORM}<button type="submit">Click here</button></form>${script('window.onload = () => document.forms[0].submit()')}`,
  ),
  html(
    `${FORM}<noscript><p>Press Continue.</p><input type="submit" value="Continue"></noscript></form>`,
  ).replace('<body', '<body onload="document.forms[0].submit()"'),
  html(`<p>You are being redirected.</p>${FORM.replace('<form', '<form name="f"')}</form>`).replace(
    '<body',
    '<body onload="document.f.submit()"',
  ),
  html('<p>Redirecting…</p>').replace('<body', `<body onload="location.href='/?pass=1'"`),
  html('<p>Click here</p>').replace('<body', `<body onload="window.location = '/?pass=1'"`),
  html('<a href="/?pass=1">Continue</a>').replace('<body', `<body onload="location.replace('/?pass=1')"`),
  html('<p>Please wait while we send you on.</p><a href="/?pass=1">Continue</a>').replace(
    '<body',
    `<body onload='document.location="/?pass=1"'`,
  ),
  html(
    `<h1>Continue</h1>${FORM.replace('<form', '<form id="go"')}</form>${script('setTimeout(function () { document.getElementById("go").submit() }, 200)')}`,
  ),
  html(
    `<p>Just one step more…</p>${FORM}<input type="image" alt="Continue"></form>${script('document.forms[0].submit()')}`,
  ),
];

/** Sites that a browser gets. */
export const GATES: readonly GatedSite[] = [
  ...DENIALS.map(([id, lets, refusal]) => ({
    id: `denial ${id}`,
    answer: ({ headers }: { headers: IncomingHttpHeaders }) => (lets(headers) ? PAGE : refusal),
  })),
  ...RELOADS.map((reload, i) => ({
    id: `cookie and ${reload}`,
    answer: ({ headers }: { headers: IncomingHttpHeaders }) =>
      hasCookie(headers) ? PAGE : { body: html(`${WORDS[i % WORDS.length]}${script(COOKIE + reload)}`) },
  })),
  ...CHALLENGES.map(([status, title, body]) => ({
    id: `challenge ${status} ${title} ${body.slice(0, 20)}`,
    answer: ({ headers }: { headers: IncomingHttpHeaders }) =>
      hasCookie(headers)
        ? PAGE
        : { status, body: html(`${body}${script(`${COOKIE}location.reload()`)}`, title) },
  })),
  ...WALLS.map((wall, i) => ({
    id: `wall ${i} ${wall.slice(0, 40)}`,
    answer: ({ url }: { url: string }) =>
      url === '/content'
        ? { body: ARTICLE.slice(ARTICLE.indexOf('<main>'), ARTICLE.indexOf('</main>')) }
        : {
            body: html(
              `${wall}${script("fetch('/content').then((a) => a.text()).then((t) => { document.body.innerHTML = t })")}`,
            ),
          },
  })),
  ...POSTS.map((body, i) => ({
    id: `post ${i}`,
    answer: ({ method, url }: { method: string; url: string }) =>
      method === 'POST' || url.includes('pass=1') ? PAGE : { body },
  })),
];

const LOGIN =
  '<h1>Sign in</h1><p>Please log in to continue.</p><form><input name="user"><input type="password" name="p"><button>Log in</button></form>';
const LONG = `<h1>403 Forbidden</h1><p>${'Your account is not a member of the group that may read these pages; ask its owner for an invitation. '.repeat(4)}</p>`;
const CHALLENGE = html(
  `<h1>Checking your browser before accessing site.example.</h1>${script(`${COOKIE}location.reload()`)}`,
  'Just a moment...',
);
const PAY = `<h1>Rivers</h1><p>The river rises in the hills.</p><p>Subscribe to read the full story.</p><div class="paywall"><p>This article is for subscribers only. Subscribe now to continue reading.</p><button>Subscribe</button></div>`;

/** True refusals, which no browser is to be tried against. */
export const REFUSALS: readonly GatedSite[] = (
  [
    ['401', { status: 401, body: '', fields: { 'www-authenticate': 'Basic realm="a"' } }],
    ['401 with a challenge', { status: 401, body: CHALLENGE }],
    ['401 with a login', { status: 401, body: html(LOGIN, 'Sign in') }],
    ['403 with a login', { status: 403, body: html(LOGIN, 'Sign in') }],
    ['403 at length', { status: 403, body: html(LONG, 'Forbidden') }],
    ['200 with a login', { body: html(LOGIN, 'Sign in') }],
    ['402', { status: 402, body: html('<h1>Payment required</h1>') }],
    ['paywall', { body: html(PAY, 'Rivers') }],
    ['403 with a paywall', { status: 403, body: html(PAY, 'Rivers') }],
    ['404', { status: 404, body: html('<h1>Not Found</h1>', '404') }],
    ['404 with a script', { status: 404, body: html(`<div id="root"></div>${script('1')}`) }],
    ['410', { status: 410, body: html('<h1>Gone</h1>', '410') }],
    ['429', { status: 429, body: html('<h1>429 Too Many Requests</h1><hr>nginx', '429 Too Many Requests') }],
    [
      '429 with Retry-After',
      { status: 429, body: html('<h1>Slow down</h1>'), fields: { 'retry-after': '60' } },
    ],
    [
      '429 with a challenge and Retry-After',
      { status: 429, body: CHALLENGE, fields: { 'retry-after': '60' } },
    ],
    [
      '503 with a challenge and Retry-After',
      { status: 503, body: CHALLENGE, fields: { 'retry-after': '120' } },
    ],
    [
      '503',
      { status: 503, body: html('<h1>503 Service Unavailable</h1><p>No server is available.</p>', '503') },
    ],
    [
      '503 for maintenance',
      { status: 503, body: html('<h1>Down for maintenance</h1><p>We will be back soon.</p>') },
    ],
    ['451', { status: 451, body: html('<h1>Unavailable for legal reasons</h1>') }],
    ['500', { status: 500, body: html('<h1>Internal Server Error</h1>', '500') }],
  ] as const satisfies readonly (readonly [string, Answer])[]
).map(([id, answer]) => ({ id, answer: () => answer }));
