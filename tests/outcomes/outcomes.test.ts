import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convertHtml } from '../../src/core/convert-html.ts';
import type { StubModel } from '../../src/core/outcome/page-reading.ts';
import { withholdPhrases } from '../../src/core/outcome/phrase-scanner.ts';
import { type LabelledPage, labelledPages } from './labelled-pages.ts';

const FOLDER = fileURLToPath(new URL('./pages/', import.meta.url));

const MIN_RECALL = 0.95;

interface Judged extends LabelledPage {
  readonly outcome: string;
  readonly signs: readonly string[];
}

const judged: Judged[] = labelledPages(FOLDER).map((page) => {
  const { outcome, diagnostics } = convertHtml(page.html, { url: page.url }, { status: page.status });
  return { ...page, outcome, signs: diagnostics.outcomeSigns };
});
const failures = judged.filter(({ label }) => label !== 'ok');
const genuine = judged.filter(({ label }) => label === 'ok');
/** Reasons that rules weigh signs for: all but those of a page that shows nothing. */
const REASONED = new Set<string>(
  failures.map(({ label }) => label).filter((label) => label !== 'js_required' && label !== 'empty_content'),
);
const wrong = (pages: readonly Judged[]): string[] =>
  pages
    .filter((page) => page.outcome !== page.label)
    .map(({ id, outcome, signs }) => `${id} is called ${outcome}: ${signs.join(', ')}`);
const outcomeOf = (html: string): string => convertHtml(html, { url: 'https://harbour.example/1' }).outcome;

describe('outcomes of the labelled pages', () => {
  it.each([...new Set(failures.map(({ label }) => label))])('recognises at least 95 %% of %s', (reason) => {
    const pages = failures.filter(({ label }) => label === reason);
    const missed = wrong(pages);
    expect(1 - missed.length / pages.length, missed.join('\n')).toBeGreaterThanOrEqual(MIN_RECALL);
  });

  it.each([
    '<p>The programme that you have chosen is not available in your country.</p>',
    '<h1>Topic removed</h1><p>This topic was removed by a moderator.</p>',
    '<p>Private video</p>',
  ])('says that there is nothing to read: %s', (text) => {
    expect(outcomeOf(`<title>Harbour</title><main>${text}</main>`)).toBe('soft_404');
  });

  it.each([
    '<h1>Internal Server Error</h1><pre>Traceback (most recent call last):\n  File "/srv/app.py", line 12, in index\nKeyError: 1</pre>',
    '<h1>Internal Server Error</h1><pre>java.lang.NullPointerException\n\tat org.harbour.Quay.find(Quay.java:12)</pre>',
    '<pre>ReferenceError: quay is not defined<br> &nbsp; &nbsp;at /app/index.js:5:3<br> &nbsp; &nbsp;at next (/app/route.js:137:13)</pre>',
    '<h1>Internal Server Error</h1><pre>panic: index out of range [3]\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/quay.go:8 +0x1d</pre>',
    '<h1>Internal Server Error</h1><pre>#0 /srv/Kernel.php(169): Quay-&gt;find()\n#1 {main}</pre><p>Contact the administrator.</p>',
  ])('says that a program failed: %s', (text) => {
    expect(outcomeOf(`<title>Error</title><body>${text}</body>`)).toBe('error_page');
  });

  it.each([
    ['/loans/home-loan', 'error_page'],
    ['/loans/matters', 'ok'],
    ['/articles/4711', 'ok'],
  ])('counts an address whose words the page lacks: %s', (path, outcome) => {
    const html =
      '<title>An error occurred</title><main><h1>We ran aground</h1><p>A technical error keeps us from showing the page right now.</p>' +
      '<p>The fault lies with us, not with you.</p><p>Please try again in a while.</p><p>Urgent matters: call 0771-00 00 00.</p></main>';
    expect(convertHtml(html, { url: `https://quay.example${path}` }).outcome).toBe(outcome);
  });

  it.each([
    [
      '',
      '<p>Digital access for 4.50 € a month, cancel any time.</p><p>Already with us? <a href="/in">Log in</a></p>',
      'paywall',
    ],
    [
      '',
      '<p>Drei Hefte für 9,90 Euro, jederzeit kündbar.</p><p><a href="/in">Als Leser anmelden</a></p>',
      'paywall',
    ],
    ['', '<p>The keeper is glad to see you, any time.</p><p>Been here? <a href="/in">Log in</a></p>', 'ok'],
    [
      '<p>The boat: 4.50 €</p>',
      '<p>With sails: 9.50 €, cancel any time.</p><p>Bought one? <a href="/in">Log in</a></p>',
      'ok',
    ],
    [
      '',
      '<p>One evening is $12, a monthly membership $40, cancel any time.</p><p><a href="/join">Join</a></p>',
      'ok',
    ],
    [
      '',
      '<p>A monthly subscription to all boats costs 49 €.</p><p>To hear of news <a href="/news">sign up</a>.</p>',
      'ok',
    ],
    ['', '<p>The bill is $23 a month.</p><p><a href="/in">Log in to comment</a></p>', 'ok'],
  ])('takes a price and a way to log in at the end for an offer: %s %s', (begin, end, outcome) => {
    const text =
      '<p>In spring the keeper of the lock paints its gates, and whoever comes by is handed a brush.</p><p>Nobody knows who began it.</p>';
    const html = `<title>The lock in spring</title><main><article><h1>The lock in spring</h1>${begin}${text}${end}</article></main>`;
    expect(outcomeOf(html)).toBe(outcome);
  });

  it('refuses none of the genuine pages', () => {
    expect(wrong(genuine)).toEqual([]);
  });

  it('tells the signs of every refusal, a single one of standard pages only, and none of a page that is ok', () => {
    for (const { id, outcome, signs } of judged) {
      if (outcome === 'ok') expect(signs, id).toEqual([]);
      else if (signs[0]?.startsWith('known page: ')) expect(signs, id).toHaveLength(1);
      else if (REASONED.has(outcome)) expect(signs.length, id).toBeGreaterThan(1);
    }
  });

  it('judges the same page the same again', () => {
    for (const page of judged.slice(0, 60)) {
      const again = convertHtml(page.html, { url: page.url }, { status: page.status });
      expect(again.outcome, page.id).toBe(page.outcome);
      expect(again.diagnostics.outcomeSigns).toEqual(page.signs);
    }
  });
});

describe('with half of the phrases unheard', () => {
  const pages = labelledPages(FOLDER).filter(({ label }) => label === 'ok' || REASONED.has(label));
  beforeAll(() => withholdPhrases((phrase) => phrase.length % 2 === 0));
  afterAll(() => withholdPhrases(null));
  const refused = (page: LabelledPage, stubModel?: StubModel): string =>
    convertHtml(page.html, { url: page.url }, { status: page.status, ...(stubModel && { stubModel }) })
      .outcome;
  const silent: StubModel = () => ({ stub: 0, rule: 0 });

  it('tells most of the failures that no rule knows then, by how they are built and worded', () => {
    const missed = pages.filter((page) => page.label !== 'ok' && refused(page, silent) === 'ok');
    const told = missed.filter((page) => refused(page) === page.label);
    expect(missed.length).toBeGreaterThan(200);
    expect(told.length / missed.length).toBeGreaterThan(0.6);
  });

  it('refuses fewer than one in a hundred genuine pages, most of them written to look like failures', () => {
    const all = pages.filter(({ label }) => label === 'ok');
    const stubs = all.filter((page) => refused(page) !== 'ok');
    expect(all.length).toBeGreaterThan(400);
    expect(stubs.length / all.length, stubs.map(({ id }) => id).join()).toBeLessThan(0.01);
  });
});

const REASONS = [
  'bot_wall',
  'consent_wall',
  'login_wall',
  'paywall',
  'soft_404',
  'error_page',
  'parked_domain',
] as const;

describe('the labelled set', () => {
  const pages = labelledPages(FOLDER);
  const count = (label: string, half?: string) =>
    pages.filter((page) => page.label === label && (half === undefined || page.half === half)).length;

  it('holds at least 600 failures, 30 of each reason, and 400 genuine pages', () => {
    for (const reason of REASONS) expect(count(reason), reason).toBeGreaterThanOrEqual(30);
    expect(pages.length - count('ok')).toBeGreaterThanOrEqual(600);
    expect(count('ok')).toBeGreaterThanOrEqual(400);
  });

  it('has each page once, under its own id, with a known label', () => {
    expect(new Set(pages.map((page) => page.id)).size).toBe(pages.length);
    expect(new Set(pages.map((page) => page.html)).size).toBe(pages.length);
    for (const { label, id } of pages)
      expect(['ok', 'js_required', 'empty_content', ...REASONS], id).toContain(label);
  });

  it.each(['dev', 'held-out'])('has pages of every reason in its %s half', (half) => {
    for (const reason of REASONS) expect(count(reason, half), reason).toBeGreaterThanOrEqual(8);
    expect(count('ok', half)).toBeGreaterThanOrEqual(100);
  });
});
