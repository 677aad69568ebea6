/** A page whose content only its scripts bring. */
export interface JsPage {
  readonly id: string;
  /** By path; `/` is the page. Paths that end in `.js` are scripts, `.json` data, the rest HTML. */
  readonly files: Readonly<Record<string, string>>;
  /** All of these are in the Markdown. */
  readonly shows: readonly string[];
  /** None of these is. */
  readonly lacks?: readonly string[];
  readonly waitForSelector?: string;
}

const SUBJECTS = ['rivers', 'bridges', 'mills', 'harbours', 'locks', 'ferries', 'dams', 'springs'];

/** Paragraphs that occur nowhere else: a page's own, by its id. */
function story(id: string, paragraphs = 6): readonly string[] {
  return Array.from(
    { length: paragraphs },
    (_, at) =>
      `Part ${at + 1} of the ${id} story tells how the ${SUBJECTS[at % SUBJECTS.length]} of the valley were built, kept and used by those who lived beside them.`,
  );
}

/** JavaScript that holds the story as the array `story`. */
const storyScript = (id: string, paragraphs?: number): string =>
  `const story = ${JSON.stringify(story(id, paragraphs))};`;

const shell = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Valley notes</title>${head}</head><body>${body}</body></html>`;

/** A runtime with elements and effects as bundlers leave them: names gone, all in one scope. */
const RUNTIME = `const h=(t,p,...c)=>{const e=document.createElement(t);for(const k in p||{})k.startsWith("on")?e.addEventListener(k.slice(2),p[k]):e.setAttribute(k,p[k]);
for(const x of c.flat(9))e.append(x?.nodeType?x:String(x));return e};`;

const articleOf = (id: string): string =>
  `h("article",{class:"post"},h("h1",{},"The ${id} page"),story.map((p)=>h("p",{},p)))`;

/** The usual case: a root, a script, an article. */
function spa(id: string, body: string, mount: string, head = ''): JsPage {
  return {
    id,
    files: {
      '/': shell(body, head),
      '/assets/index.js': `${RUNTIME}${storyScript(id)}${mount.replaceAll('ARTICLE', articleOf(id))}`,
    },
    shows: [story(id)[0]!, story(id)[5]!],
  };
}

const MODULE = '<script type="module" src="/assets/index.js"></script>';
const NOSCRIPT = '<noscript>You need to enable JavaScript to run this app.</noscript>';

/** Frameworks in the shape that their builds have. */
const FRAMEWORKS: readonly JsPage[] = [
  spa(
    'react-client',
    `${NOSCRIPT}<div id="root"></div>`,
    'document.getElementById("root").replaceChildren(h("div",{class:"App"},ARTICLE));',
    MODULE,
  ),
  spa(
    'react-legacy',
    `<div id="root"></div><script src="/static/js/main.chunk.js"></script><script src="/assets/index.js"></script>`,
    'document.getElementById("root").append(ARTICLE);',
  ),
  spa(
    'react-hydrated',
    `<div id="root"><div class="App"><header><h1>Valley notes</h1></header><main><div class="skeleton"></div></main></div></div>${NOSCRIPT}`,
    'queueMicrotask(()=>document.querySelector("main").replaceChildren(ARTICLE));',
    MODULE,
  ),
  spa(
    'react-suspense',
    '<div id="root"><!--$?--><template id="B:0"></template><p>Loading…</p><!--/$--></div>',
    'setTimeout(()=>document.getElementById("root").replaceChildren(ARTICLE),200);',
    MODULE,
  ),
  spa(
    'next-export',
    `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}},"page":"/[slug]","query":{},"buildId":"x"}</script><script src="/assets/index.js" defer></script>`,
    'document.getElementById("__next").append(h("main",{},ARTICLE));',
  ),
  spa(
    'vue-client',
    '<div id="app"></div>',
    'document.getElementById("app").append(h("div",{"data-v-7ba5bd90":""},ARTICLE));',
    MODULE,
  ),
  spa(
    'vue-cloak',
    '<div id="app" v-cloak><router-view></router-view></div><script src="/assets/index.js"></script>',
    'const a=document.getElementById("app");a.removeAttribute("v-cloak");a.replaceChildren(ARTICLE);',
  ),
  spa(
    'nuxt-spa',
    '<div id="__nuxt"><div class="nuxt-loading">Loading...</div></div><script>window.__NUXT__={config:{app:{baseURL:"/"}}}</script>',
    'document.getElementById("__nuxt").replaceChildren(h("div",{id:"__layout"},ARTICLE));',
    MODULE,
  ),
  spa(
    'svelte-client',
    '<div style="display: contents"><div id="svelte"></div></div>',
    'document.getElementById("svelte").append(h("main",{class:"svelte-1tky8bj"},ARTICLE));',
    MODULE,
  ),
  spa(
    'sveltekit',
    '<div style="display: contents"><script>{const element=document.currentScript.parentElement;import("/assets/index.js").then((kit)=>kit.start(element))}</script></div><div id="svelte-announcer"></div>',
    'export function start(target){target.append(ARTICLE)}',
    '<link rel="modulepreload" href="/assets/index.js">',
  ),
  spa(
    'angular',
    '<app-root></app-root><script src="/assets/index.js" type="module"></script>',
    'const r=document.querySelector("app-root");r.setAttribute("ng-version","19.0.0");r.append(h("app-post",{"_nghost-ng-c1":""},ARTICLE));',
  ),
  spa(
    'angular-bootstrap',
    '<app-root><div class="preloader">Please wait</div></app-root><script src="/assets/index.js" defer></script>',
    'requestAnimationFrame(()=>document.querySelector("app-root").replaceChildren(ARTICLE));',
  ),
  spa(
    'solid',
    `<div id="root"></div><script src="/assets/index.js" type="module"></script>`,
    'const t=document.createElement("template");t.innerHTML="<div><main></main></div>";const n=t.content.firstChild.cloneNode(true);n.firstChild.append(ARTICLE);document.getElementById("root").append(n);',
  ),
  spa(
    'preact-blank',
    '<script src="/assets/index.js" type="module"></script>',
    'document.body.append(ARTICLE);',
  ),
  spa(
    'ember',
    '<div id="ember-app"></div><script src="/assets/vendor.js"></script><script src="/assets/index.js"></script>',
    'document.getElementById("ember-app").append(h("div",{class:"ember-view"},ARTICLE));',
  ),
];

/** Ways in which content comes late, or in another place. */
const WAYS: readonly JsPage[] = [
  {
    id: 'fetched-json',
    files: {
      '/': shell(`<div id="root">Loading…</div><script type="module" src="/assets/index.js"></script>`),
      '/assets/index.js': `${RUNTIME}const r=await fetch("/api/post.json");const {story}=await r.json();document.getElementById("root").replaceChildren(${articleOf('fetched-json')});`,
      '/api/post.json': JSON.stringify({ story: story('fetched-json') }),
    },
    shows: [story('fetched-json')[0]!, story('fetched-json')[5]!],
  },
  {
    id: 'xhr-chain',
    files: {
      '/': shell(`<div id="app"></div><script src="/assets/app.js"></script>`),
      '/assets/app.js': `${RUNTIME}const get=(u,f)=>{const x=new XMLHttpRequest;x.onload=()=>f(JSON.parse(x.response));x.open("GET",u);x.send()};
get("/index.json",({path})=>get(path,({story})=>document.getElementById("app").append(${articleOf('xhr-chain')})));`,
      '/index.json': '{"path":"/post.json"}',
      '/post.json': JSON.stringify({ story: story('xhr-chain') }),
    },
    shows: [story('xhr-chain')[0]!, story('xhr-chain')[5]!],
  },
  spa(
    'delayed-1s',
    '<div id="root"></div>',
    'setTimeout(()=>document.getElementById("root").append(ARTICLE),1000);',
    MODULE,
  ),
  spa(
    'delayed-3s',
    '<div id="root"><div class="spinner"></div></div>',
    'setTimeout(()=>document.getElementById("root").replaceChildren(ARTICLE),3000);',
    MODULE,
  ),
  {
    ...spa(
      'awaited',
      '<div id="root"></div>',
      'const i=h("p",{},"An introduction that is there at once and long enough to be taken for the whole of the page by whoever does not wait. ".repeat(3));document.getElementById("root").append(i);setTimeout(()=>document.getElementById("root").append(h("section",{id:"late"},ARTICLE)),2500);',
      MODULE,
    ),
    waitForSelector: '#late p',
  },
  {
    id: 'infinite-scroll',
    files: {
      '/': shell(
        `<div id="root"></div><div id="end" style="height:1px"></div><script type="module" src="/assets/index.js"></script>`,
      ),
      '/assets/index.js': `${RUNTIME}${storyScript('infinite-scroll', 40)}let at=0;const more=()=>{for(let i=0;i<5&&at<story.length;i++)document.getElementById("root").append(h("p",{style:"min-height:300px"},story[at++]))};
new IntersectionObserver((e)=>{if(e.some((x)=>x.isIntersecting))setTimeout(()=>{more();const end=document.getElementById("end");end.remove();document.body.append(end)},30)}).observe(document.getElementById("end"));more();`,
    },
    shows: [story('infinite-scroll', 40)[0]!, story('infinite-scroll', 40)[24]!],
  },
  {
    // A machine five times as busy takes as long over each step.
    id: 'infinite-scroll-slowly',
    files: {
      '/': shell(
        `<div id="root"></div><div id="end" style="height:1px"></div><script type="module" src="/assets/index.js"></script>`,
      ),
      '/assets/index.js': `${RUNTIME}${storyScript('infinite-scroll-slowly', 25)}let at=0;const more=()=>{for(let i=0;i<5&&at<story.length;i++)document.getElementById("root").append(h("p",{style:"min-height:300px"},story[at++]))};
new IntersectionObserver((e)=>{if(e.some((x)=>x.isIntersecting)&&at<story.length)setTimeout(()=>{for(const until=performance.now()+1500;performance.now()<until;);more();const end=document.getElementById("end");end.remove();document.body.append(end)},30)}).observe(document.getElementById("end"));more();`,
    },
    shows: [story('infinite-scroll-slowly', 25)[0]!, story('infinite-scroll-slowly', 25)[24]!],
  },
  {
    id: 'lazy-sections',
    files: {
      '/': shell(`<div id="root"></div><script type="module" src="/assets/index.js"></script>`),
      '/assets/index.js': `${RUNTIME}${storyScript('lazy-sections', 8)}const seen=new IntersectionObserver((all)=>{for(const {target,isIntersecting} of all)if(isIntersecting&&!target.firstChild)target.append(h("p",{},story[target.dataset.at]))});
story.forEach((_,at)=>{const s=h("section",{"data-at":at,style:"min-height:700px"});document.getElementById("root").append(s);seen.observe(s)});`,
    },
    shows: [story('lazy-sections', 8)[0]!, story('lazy-sections', 8)[7]!],
  },
  spa(
    'shadow-open',
    '<valley-post></valley-post>',
    'customElements.define("valley-post",class extends HTMLElement{connectedCallback(){this.attachShadow({mode:"open"}).append(ARTICLE)}});',
    MODULE,
  ),
  spa(
    'shadow-closed',
    '<valley-post></valley-post>',
    'customElements.define("valley-post",class extends HTMLElement{connectedCallback(){this.attachShadow({mode:"closed"}).append(ARTICLE)}});',
    MODULE,
  ),
  spa(
    'shadow-slots',
    '<div id="root"></div>',
    'customElements.define("valley-frame",class extends HTMLElement{connectedCallback(){this.attachShadow({mode:"open"}).innerHTML="<section><h2>Slotted</h2><slot></slot></section>"}});document.getElementById("root").append(h("valley-frame",{},ARTICLE));',
    MODULE,
  ),
  spa(
    'shadow-nested',
    '<x-outer></x-outer>',
    'customElements.define("x-inner",class extends HTMLElement{connectedCallback(){this.attachShadow({mode:"open"}).append(ARTICLE)}});customElements.define("x-outer",class extends HTMLElement{connectedCallback(){this.attachShadow({mode:"open"}).innerHTML="<main><x-inner></x-inner></main>"}});',
    MODULE,
  ),
  {
    id: 'frame-content',
    files: {
      '/': shell('<iframe src="/inner/page" style="width:100%;height:900px"></iframe>'),
      '/inner/page': shell(`<div id="root"></div><script type="module" src="/assets/index.js"></script>`),
      '/assets/index.js': `${RUNTIME}${storyScript('frame-content')}document.getElementById("root").append(${articleOf('frame-content')});document.querySelector("p").append(" More of it is told in ",h("a",{href:"next"},"the next chapter"),", which was written a year later by the same people.");`,
    },
    shows: [story('frame-content')[0]!, story('frame-content')[5]!, '/inner/next)'],
  },
  {
    id: 'frame-within-frames',
    files: {
      '/': shell('<iframe src="/around" style="width:100%;height:900px"></iframe>'),
      '/around': shell('<iframe src="/outer" style="width:100%;height:900px"></iframe>'),
      '/outer': shell(
        '<article><h1>The lock</h1><p>The reader begins with what the keeper of the lock remembers: how the gates were oiled before each winter, who paid for the lamps, and why the bell was rung twice when a barge came down at night with its crew asleep.</p><p>All of it was written down by his daughter, who read it to him again in spring, and crossed out what he denied.</p></article><iframe src="/inner/page" style="width:100%;height:900px"></iframe>',
      ),
      '/inner/page': shell(`<div id="root"></div><script type="module" src="/assets/index.js"></script>`),
      '/assets/index.js': `${RUNTIME}${storyScript('frame-within-frames')}document.getElementById("root").append(${articleOf('frame-within-frames')});`,
    },
    shows: [
      'what the keeper of the lock remembers',
      story('frame-within-frames')[0]!,
      story('frame-within-frames')[5]!,
    ],
    lacks: ['pagemark-frame'],
  },
  {
    id: 'frame-srcdoc',
    files: {
      '/': shell(`<div id="root"></div><script type="module" src="/assets/index.js"></script>`),
      '/assets/index.js': `${RUNTIME}${storyScript('frame-srcdoc')}const f=h("iframe",{style:"width:900px;height:700px",srcdoc:"<article>"+story.map((p)=>"<p>"+p+"</p>").join("")+"</article>"});document.getElementById("root").append(f);`,
    },
    shows: [story('frame-srcdoc')[0]!, story('frame-srcdoc')[5]!],
  },
  spa(
    'consent-overlay',
    `<div id="root"></div><div id="cmp" role="dialog" aria-modal="true" class="cookie-consent-overlay" style="position:fixed;inset:0;z-index:9999;background:#fff"><h2>We value your privacy</h2><p>We and our 812 partners store and access information on your device. You may accept or refuse.</p><button>Accept all</button><button>Refuse</button></div>`,
    'document.body.style.overflow="hidden";document.getElementById("root").append(ARTICLE);',
    MODULE,
  ),
  spa(
    'consent-made',
    '<div id="root"></div>',
    'document.getElementById("root").append(ARTICLE);setTimeout(()=>{document.body.append(h("div",{class:"cookie-banner",role:"dialog","aria-label":"Cookie consent",style:"position:fixed;bottom:0;left:0;right:0;top:0"},h("p",{},"This site uses cookies. Accept them?"),h("button",{},"Accept")))},100);',
    MODULE,
  ),
  {
    id: 'scripted-redirect',
    files: {
      '/': shell('<script>location.replace("/real")</script>'),
      '/real': shell(`<div id="root"></div><script type="module" src="/assets/index.js"></script>`),
      '/assets/index.js': `${RUNTIME}${storyScript('scripted-redirect')}document.getElementById("root").append(${articleOf('scripted-redirect')});`,
    },
    shows: [story('scripted-redirect')[0]!],
  },
];

/** 30 and some. */
export const JS_PAGES: readonly JsPage[] = [...FRAMEWORKS, ...WAYS].map((page) => ({
  lacks: ['enable JavaScript', 'We value your privacy', 'uses cookies', 'Loading'],
  ...page,
}));
