import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseHtml } from '../../html/parse.ts';
import { annotate } from '../../page/annotate.ts';
import { ARTICLE_PAGE } from './page.fixture.ts';
import { RULES } from './rules.ts';
import { scoredPage } from './scored-page.fixture.ts';

const post = (n: number): string =>
  `<article class="post" id="p${n}"><header><a class="username" href="/u/${n}">Keeper ${n}</a>
   <time datetime="2024-03-0${n}">3 March 2024</time></header><div class="message"><p>The lamp of number ${n} was lit at
   dusk, and nobody on the quay saw it go out before the morning.</p><blockquote><p>Who saw it?</p></blockquote></div></article>`;
const card = (n: number): string =>
  `<li class="product"><a href="/p/${n}"><img src="/${n}.png" alt=""><h3>Lamp ${n}</h3></a><span class="price">$ ${n}9.00</span>
   <label>Size <select><option>S</option><option>M</option></select></label><button>Add to cart</button></li>`;
const page = (body: string): string => `<title>Lamps of the harbour</title><main>${body}</main>`;
const PAGES = [
  ARTICLE_PAGE,
  page(`<h1>Lamps of the harbour</h1>${[1, 2, 3, 4, 5].map(post).join('')}`),
  page(
    `<h1>Lamps</h1><p>Sort by price</p><ul class="products">${[1, 2, 3, 4, 5, 6].map(card).join('')}</ul>`,
  ),
  page(`<dl><dt>Name</dt><dd>Lamp</dd><dt>Height</dt><dd>12 m</dd></dl><div role="tablist"><button role="tab" aria-controls="t1">
   Bash</button><button role="tab" aria-controls="t2">Fish</button></div><div id="t1"><pre>lamp --on</pre></div><div id="t2">
   <pre>lamp --off</pre></div>`),
].map((html) => annotate(parseHtml(html, 'https://example.org/lamps')));

test.each(RULES.filter(({ step }) => step === undefined).map((rule) => [rule.apply.name, rule] as const))(
  '%s, a rule without a step, takes nothing away',
  (_, { apply }) => {
    const threshold = 2000;
    fc.assert(
      fc.property(fc.constantFrom(...PAGES), fc.infiniteStream(fc.nat(4000)), (a, stream) => {
        const probabilities = a.blocks.map(() => stream.next().value as number);
        const before = Uint8Array.from(probabilities, (probability) => (probability >= threshold ? 1 : 0));
        const keep = before.slice();
        apply(scoredPage(a, before, { probabilities, threshold, url: 'https://example.org/lamps' }), keep);
        expect(keep.filter((stays, i) => stays < before[i]!)).toEqual(new Uint8Array());
      }),
    );
  },
);
