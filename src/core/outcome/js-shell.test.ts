import { describe, expect, test } from 'vitest';
import { computedMs } from '../../../tests/support/machine-speed.ts';
import { parseHtml } from '../html/parse.ts';
import { isJsShell } from './js-shell.ts';

const isShell = (html: string): boolean => isJsShell(parseHtml(html, 'https://example.com/'));
const PROSE = 'Rivers run from the hills to the sea, past towns and mills that still work. '.repeat(20);

describe('isJsShell', () => {
  test.each([
    [
      'React',
      '<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script type="module" src="/assets/index-4f2a.js"></script>',
    ],
    [
      'Vue',
      '<body><div id="app"></div><script src="/js/chunk-vendors.8f1.js"></script><script src="/js/app.91f.js"></script>',
    ],
    [
      'Svelte',
      '<body><div style="display: contents"><script type="module">import("/_app/immutable/entry/start.js")</script></div><div id="svelte"></div>',
    ],
    [
      'Angular',
      '<body><app-root></app-root><script src="runtime.js" type="module"></script><script src="main.js" type="module"></script>',
    ],
    [
      'a name alone above a hint',
      '<body><h1>Harbour</h1><noscript>Please enable JavaScript.</noscript><script src="script.js"></script>',
    ],
    [
      'Solid',
      '<body><noscript>Javascript is required</noscript><div id="root"></div><script src="/src/index.js" type="module"></script>',
    ],
    [
      'a spinner',
      '<body><div id="main"><div class="spinner-border"></div>Loading…</div><script src="/static/js/main.2c.js"></script>',
    ],
    [
      'a shell between header and footer',
      `<body><header><nav>${PROSE}</nav></header><div id="root"></div><footer>${PROSE}</footer><script type="module" src="/assets/index.js"></script>`,
    ],
    [
      'a consent overlay over a shell',
      '<body><div id="root"></div><div class="consent">We value your privacy. We and our partners store cookies on your device. Accept all, or choose your settings.</div><noscript>Please enable JavaScript.</noscript><script type="module" src="/app.js"></script>',
    ],
    ['a scripted redirect', '<body><script>window.location.href = "/real-page";</script>'],
    ['a page in a frame', '<body><iframe src="/content" width="100%" height="800"></iframe>'],
    [
      'a line that asks for scripts',
      '<body><p>This page requires JavaScript.</p><script src="/x.js"></script>',
    ],
    [
      'a line that misses scripts',
      '<body><p>Your browser does not support JavaScript or it is turned off.</p><script>1</script>',
    ],
    ['a refresh', '<head><meta http-equiv="refresh" content="0; url=/new"></head><body>'],
  ])('tells the shell of %s', (_what, html) => {
    expect(isShell(html)).toBe(true);
  });

  test.each([
    [
      'an article',
      `<body><div id="root"><p>${PROSE}</p></div><noscript>Enable JavaScript</noscript><script type="module" src="/app.js"></script>`,
    ],
    ['a short page without scripts', '<body><h1>It works!</h1>'],
    [
      'a short page with a counter',
      '<body><h1>Under construction</h1><p>Come back in May.</p><script src="https://stats.example/s.js"></script>',
    ],
    [
      'a line below a heading, and a hint for browsers without scripts',
      '<body><script src="script.js"></script><noscript><div>JavaScript is disabled on your browser.</div></noscript><main><div class="header"><h1>Uses of Class Timer</h1></div>No usage of Timer</main>',
    ],
    [
      'a short page on JavaScript',
      '<body><h1>JavaScript</h1><p>A course for beginners, each Monday.</p><script src="/s.js"></script>',
    ],
    ['an empty page', '<body></body>'],
    ['an empty page with an inline script', '<body><p></p><script>var a = 1</script>'],
    [
      'a short status line in an application root',
      '<body><div id="app"><h1>All systems are up</h1><p>Last checked at noon, nothing to report from any region.</p></div><script type="module" src="/app.js"></script>',
    ],
    [
      'a forum that carries its posts in noscript',
      `<body><div id="root"></div><noscript><p>${PROSE}</p></noscript><script type="module" src="/app.js"></script>`,
    ],
    [
      'a page that is hidden until scripts ran',
      `<body><div id="app" style="display:none"><p>${PROSE}</p></div><script type="module" src="/app.js"></script>`,
    ],
    [
      'tracking in a frame',
      '<body><h1>Opening hours</h1><p>Monday to Friday, nine to five.</p><iframe src="https://t.example/" width="1" height="1"></iframe>',
    ],
  ])('leaves alone %s', (_what, html) => {
    expect(isShell(html)).toBe(false);
  });

  test.each([
    "document.cookie='a=1';history.go(0)",
    "self['document']['cookie']='a=1';self['location']['reload']()",
    "document['cookie'] = 'a=1'; window['location'].reload(true)",
    "document.cookie='a=1';window['location']=document.URL",
    "document.cookie='a=1';top.location['replace'](location)",
    'document["cookie"]="a=1";location["href"]=location["href"]',
  ])('tells a page that loads itself with its cookie: %s', (script) => {
    expect(isShell(`<body><p>Loading</p><script>${script}</script>`)).toBe(true);
  });

  test.each([
    '<script>history.go(-1)</script>',
    "<script>document.cookie='a=1'</script>",
    "<script>var here = location.href, jar = document['cookie']</script>",
    '<meta http-equiv="refresh" content="0;url=javascript:next()">',
    '<meta http-equiv="refresh" content="0; javascript:1">',
    `<meta http-equiv="refresh" content="1;URL='javascript:go()'">`,
  ])('leaves alone a short page with %s', (more) => {
    expect(isShell(`<body><h1>Lamps</h1><p>Lit at six.</p>${more}`)).toBe(false);
  });

  test.each([
    '<p>Please wait…</p><script>location.reload()</script>',
    '<p>One moment, the page is made ready for you and goes on by itself in a second or two.</p><script>setTimeout(function () { location.reload() }, 500)</script>',
    '<script>var to = "/harbour"; document.location = to</script>',
    '<p>Please wait…</p><script>addEventListener("load", () => location.reload())</script>',
  ])('tells a page that goes on by itself: %s', (more) => {
    expect(isShell(`<body>${more}`)).toBe(true);
  });

  test.each([
    'document.querySelector("form").requestSubmit()',
    'HTMLFormElement.prototype.submit.call(document.forms[0])',
    'document.getElementById("go").click()',
  ])('tells a form that posts itself: %s', (script) => {
    const form = '<form method="post"><input type="hidden" name="a"><button id="go">Continue</button></form>';
    expect(
      isShell(
        `<body><p>You are being taken to the page that you asked for.</p>${form}<script>${script}</script>`,
      ),
    ).toBe(true);
  });

  test.each([
    '<button id="r">Refresh</button><script>document.getElementById("r").addEventListener("click", () => location.reload())</script>',
    '<button id="r">Refresh</button><script>document.getElementById("r").onclick = () => location.reload()</script>',
    '<script>setTimeout(() => location.reload(), 60000)</script>',
    '<script>setTimeout(() => location.reload(), 60 * 1000)</script>',
    '<script>setInterval(() => location.reload(), 5000)</script>',
    '<form method="post"><input type="hidden" name="a"><button id="go">Leave</button></form><script>document.addEventListener("keydown", (e) => e.key === "Enter" && document.getElementById("go").click())</script>',
  ])('leaves alone a short page that waits for somebody, or for long: %s', (more) => {
    expect(isShell(`<body><h1>Depth</h1><p>3.4 m at the pier.</p>${more}`)).toBe(false);
  });

  test('takes linear time on nested roots', () => {
    const html = '<div id="app">'.repeat(100_000);
    const startedAt = computedMs();
    isShell(html);
    expect(computedMs() - startedAt).toBeLessThan(5_000);
  });
});
