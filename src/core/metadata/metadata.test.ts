import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFull } from '../../../tests/support/full-form.ts';
import { parseHtml } from '../html/parse.ts';
import { readMetadata, readSummary } from './metadata.ts';

const URL_OF_PAGE = 'https://www.harbourpost.example/2024/tides.html';
const read = (html: string, url = URL_OF_PAGE) => readMetadata(parseHtml(html, url), url);
const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

describe('readMetadata', () => {
  it('takes no time of something else for that of publication', () => {
    const published = (html: string) => read(html).published;
    expect(published('<p>Posted <time datetime=2024-03-05>')).toBe('2024-03-05');
    expect(published('<time itemprop=datePublished datetime=2024-03-05>')).toBe('2024-03-05');
    expect(published('<time itemprop=startDate datetime=2024-03-05>')).toBeNull();
    for (const label of ['Last updated:', 'Apply before', 'Closing date:'])
      expect(published(`<p>${label} <time datetime=2024-03-05>`)).toBeNull();
    expect(published(ld({ '@type': 'JobPosting', title: 'Fitter', datePosted: '2024-03-05' }))).toBe(
      '2024-03-05',
    );
  });

  it('gives the summary that all of the metadata has', () => {
    const html =
      '<title>On tides | Ann Roe</title><meta name=author content="Ann Roe"><meta name=description content="How they rise.">';
    const { title, description } = read(html);
    expect(readSummary(parseHtml(html, URL_OF_PAGE), URL_OF_PAGE)).toEqual({ title, description });
    expect([title, description]).toEqual(['On tides', 'How they rise.']);
  });

  it('gives null for what a page does not say, and its file name for a title', () => {
    expect(read('<p>x')).toEqual({
      title: 'tides.html',
      byline: null,
      description: null,
      siteName: null,
      dir: null,
      published: null,
      modified: null,
      author: null,
      language: null,
      canonical: null,
      image: null,
    });
  });

  it.each([
    ['the title tag', '<title> On\n tides </title><h1>H</h1>', 'On tides'],
    ['the first main heading without one', '<h2>Second</h2><h1>First</h1>', 'First'],
    ['the first heading without a main one', '<title> </title><h3>Third</h3>', 'Third'],
    ['Open Graph without any heading', '<meta property=og:title content="OG &amp; co">', 'OG & co'],
    ['the title tag of the page, not of an image', '<svg><title>Icon</title></svg><h1>H</h1>', 'H'],
  ])('takes the title from %s', (_, html, title) => {
    expect(read(html).title).toBe(title);
  });

  it.each([
    ['https://a.example/x/My%20file.pdf?q=1', 'My file.pdf'],
    ['https://a.example/', 'a.example'],
    ['https://a.example/%E0%A4%A', '%E0%A4%A'],
    ['', 'Untitled'],
    ['not a url', 'not a url'],
  ])('names an untitled page at "%s" %s', (url, title) => {
    expect(read('<p>x', url).title).toBe(title);
  });

  it.each([
    ['its main part', '<main dir=rtl><p>x</main>', 'rtl'],
    ['an article around its heading', '<div dir=rtl><article><h1 dir=auto>H</h1></article></div>', 'rtl'],
    ['no box that leaves it open', '<div dir=auto><h1 dir=rtl>H</h1></div>', null],
    ['the root before others', '<html dir=ltr><main dir=rtl>x</main>', 'ltr'],
  ])('takes the direction from %s', (_, html, dir) => {
    expect(read(html).dir).toBe(dir);
  });

  it('reads Open Graph, Twitter and plain meta elements', () => {
    const page = read(`<html lang=en-GB dir=RTL><title>On tides | Harbour Post</title>
      <meta property="og:site_name" content="Harbour Post"><meta name="Description" content="Why the sea moves.">
      <meta name=author content="By Ann Roe"><meta property="article:published_time" content="2024-03-05T10:00:00+01:00">
      <meta property="article:modified_time" content="2024-03-06"><meta property="og:image" content="/img/a.jpg">
      <link rel="Canonical" href="/tides">`);
    expect(page).toEqual({
      title: 'On tides',
      byline: 'Ann Roe',
      description: 'Why the sea moves.',
      siteName: 'Harbour Post',
      dir: 'rtl',
      published: '2024-03-05T10:00:00+01:00',
      modified: '2024-03-06',
      author: 'Ann Roe',
      language: 'en-GB',
      canonical: 'https://www.harbourpost.example/tides',
      image: 'https://www.harbourpost.example/img/a.jpg',
    });
  });

  it('knows the site by what links to its front page say', () => {
    const page = (link: string) => read(`<title>Ropes - Overview | Harbour Safety</title><p>${link}`);
    for (const link of [
      '<a href="/">Harbour Safety</a>',
      '<a href="https://harbourpost.example"><img src=logo.png alt="Harbour Safety"></a>',
      '<a href="../index.html" title="Harbour Safety">Home</a>',
      '<a href="/en/" aria-label="Harbour Safety"><svg></svg></a>',
    ])
      expect(page(link)).toMatchObject({ title: 'Ropes - Overview', siteName: 'Harbour Safety' });
    for (const link of [
      '<a href="/about">Harbour Safety</a>',
      '<a href="https://other.example/">Harbour Safety</a>',
      '<a href="/?p=1">Harbour Safety</a>',
      '<a href="/">Home</a>',
    ])
      expect(page(link)).toMatchObject({ title: 'Ropes - Overview | Harbour Safety', siteName: null });
  });

  it('takes a page that a query names for no front page', () => {
    const title = (query: string) =>
      read('<title>Ropes | Harbour Post', `https://harbourpost.example/${query}`).title;
    expect(title('?p=31228')).toBe('Ropes');
    expect(title('index.php?/topic/201820')).toBe('Ropes');
    expect(title('?utm_source=a&gclid=b')).toBe('Ropes | Harbour Post');
  });

  it('decodes what is escaped twice', () => {
    const description = (content: string) => read(`<meta name=description content="${content}">`).description;
    expect(description('Tides &amp;hellip;')).toBe('Tides …');
    expect(description('Tides &amp;amp; moons &amp;#39;now&amp;#39;')).toBe("Tides & moons 'now'");
    expect(description('Q&amp;A, R&amp;copy')).toBe('Q&A, R&copy');
  });

  it('reads Dublin Core', () => {
    const page = read(`<meta name=DC.Creator content="Ann Roe"><meta name=DC.creator content="Bo Li">
      <meta name=DCTERMS.issued content=2024-03-05><meta name=DC.Description content='Of tides.'><meta name=dc.language content=en>`);
    expect(page).toMatchObject({
      byline: 'Ann Roe, Bo Li',
      published: '2024-03-05',
      description: 'Of tides.',
      language: 'en',
    });
  });

  describe('JSON-LD', () => {
    it('reads an article among other things, in a graph, by reference', () => {
      const page = read(
        ld({
          '@graph': [
            { '@type': 'WebSite', name: 'Harbour Post' },
            { '@type': ['Person'], '@id': '#ann', name: 'Ann Roe' },
            { '@type': 'BreadcrumbList', itemListElement: [] },
            {
              '@type': 'https://schema.org/NewsArticle',
              headline: 'Tides &amp;amp; moons',
              author: [{ '@id': '#ann' }, { '@type': 'Person', name: 'Bo Li' }, 'Cy Oz'],
              datePublished: '2024-03-05T10:00:00Z',
              dateModified: '2024-03-06',
              description: 'Why &lt;b&gt;the sea&lt;/b&gt; moves.',
              image: { url: 'https://a.example/i.png' },
              inLanguage: 'en',
              url: 'https://a.example/tides',
            },
          ],
        }),
      );
      expect(page).toEqual({
        title: 'Tides & moons',
        byline: 'Ann Roe, Bo Li, Cy Oz',
        description: 'Why the sea moves.',
        siteName: 'Harbour Post',
        dir: null,
        published: '2024-03-05T10:00:00Z',
        modified: '2024-03-06',
        author: 'Ann Roe, Bo Li, Cy Oz',
        language: 'en',
        canonical: 'https://a.example/tides',
        image: 'https://a.example/i.png',
      });
    });

    it.each([
      ['in an array', JSON.stringify([{ '@type': 'Article', author: { name: 'Ann Roe' } }])],
      ['in a comment', `<!--${JSON.stringify({ '@type': 'Article', author: 'Ann Roe' })}-->`],
      ['in CDATA', `//<![CDATA[\n${JSON.stringify({ '@type': 'Article', author: 'Ann Roe' })}\n//]]>`],
      [
        'with a line break in a string and a trailing comma',
        '{"@type":"Article","description":"a\nb","author":"Ann Roe",}',
      ],
    ])('is read %s', (_, json) => {
      expect(read(`<script type='application/ld+json; charset=utf-8'>${json}</script>`).byline).toBe(
        'Ann Roe',
      );
    });

    it.each([
      ['broken', '{"@type":"Article",'],
      ['a bare value', '"Article"'],
      ['null', 'null'],
      ['deeply nested', '['.repeat(50_000)],
      ['deeply nested and closed', `${'['.repeat(5000)}${']'.repeat(5000)}`],
      [
        'of the wrong types',
        '{"@type":{"a":1},"author":7,"headline":["x",{}],"datePublished":{},"image":[[]],"@graph":"x"}',
      ],
      ['referring to itself', '{"@type":"Article","@id":"#a","author":{"@id":"#a"}}'],
    ])('is passed over when it is %s', (_, json) => {
      const page = read(`<title>t</title><script type="application/ld+json">${json}</script>`);
      expect(page.title).toBe('t');
      expect(page.byline).toBeNull();
    });

    it('cannot reach a prototype', () => {
      const json =
        '{"@type":"Article","__proto__":{"author":"Eve","polluted":1},"constructor":{"prototype":{"x":1}}}';
      const page = read(`<script type="application/ld+json">${json}</script>`);
      expect(page.byline).toBeNull();
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    });
  });

  describe('byline', () => {
    it('takes the name that the page shows of several that it declares', () => {
      const metas = '<meta name=author content="Condor House"><meta name=article:author content="Ann Roe">';
      expect(read(`${metas}<p class=byline>By <a rel=author href=/ann>Ann Roe</a></p>`).byline).toBe(
        'Ann Roe',
      );
    });

    it.each([
      ['<p>By</p><p>Ann Roe</p>', 'Ann Roe'],
      ['<p><span>Written by</span><span>Ann Roe</span></p>', 'Ann Roe'],
      ['<p>by: Ann Roe, Dec 17, 2025</p>', 'Ann Roe'],
      ['<p>By ANN ROE, BO LI and CY OZ</p>', 'ANN ROE, BO LI and CY OZ'],
      ['<p>By</p><p>the sea we met</p>', null],
    ])('reads %s below the title', (html, name) => {
      expect(read(`<h1>On tides</h1>${html}`).byline).toBe(name);
    });

    it('takes who publishes an article, and the word of its host, for the site', () => {
      const article = {
        '@type': 'Article',
        author: 'Harbourpost',
        publisher: { '@type': 'Organization', name: 'Anchor House' },
      };
      const marked = '<p class=byline>Ann Roe</p>';
      const stated = (author: string) =>
        `<script type="application/ld+json">${JSON.stringify({ ...article, author })}</script>${marked}`;
      expect(
        readMetadata(parseHtml(stated('Harbourpost'), ''), 'https://www.harbourpost.example/a').author,
      ).toBe('Ann Roe');
      expect(read(stated('Anchor House')).author).toBe('Ann Roe');
    });

    it('names each author of a paper, without what points to affiliations and what stands between', () => {
      const author = (name: string) =>
        `<span class="ltx_creator ltx_role_author"><span class="ltx_personname">${name}</span>
        <span class="ltx_author_notes"><span class="ltx_contact"><span>Pier 1</span> <i>a@b.example</i></span>
        <span>Harbour <b>of</b> <i>the</i> sea</span></span></span>`;
      const names = ['Ann Roe<sup class="ltx_sup">1</sup>', 'Bo Li<br>Harbour 2<br>Pier', 'Cy Oz'];
      const note = '<span class="ltx_note ltx_role_thanks">We thank all.</span>';
      expect(read(`<div class=ltx_authors>${names.map(author).join('\n')}</div>`).byline).toBe(
        'Ann Roe, Bo Li, Cy Oz',
      );
      expect(read(author(`Ann Roe${note}`)).byline).toBe('Ann Roe');
    });

    it.each([
      [
        'microdata',
        '<div itemscope itemprop=author><a href=/a><span itemprop=name>Ann Roe</span></a> editor</div>',
        'Ann Roe',
      ],
      [
        'microdata in a meta element',
        '<span hidden itemprop=author itemscope><meta itemprop=name content="Ann Roe"></span>',
        'Ann Roe',
      ],
      ['none that offers more', "<a rel=author href=/ann>View all of Ann's posts.</a>", null],
      ['rel=author', '<p>by <a rel="author nofollow" href=/ann>Ann Roe</a>', 'Ann Roe'],
      ['two authors side by side', '<a rel=author>Ann Roe</a> and <a rel=author>Bo Li</a>', 'Ann Roe, Bo Li'],
      ['a visible byline', '<div class="article__byline">By <b>Ann Roe</b> | March 5, 2024</div>', 'Ann Roe'],
      [
        'a byline behind the day',
        '<p class=byline>Published: Feb 8, 2023 by Ann Roe · This page has links.</p>',
        'Ann Roe',
      ],
      [
        'a byline behind the day of a change',
        '<p class=byline>Last updated 3 days ago by Ann Roe</p>',
        'Ann Roe',
      ],
      ['a byline behind the day and a sign', '<p class=byline>Posted Feb 8, 2023 | Ann Roe</p>', 'Ann Roe'],
      ['none in a line of its day', '<p class=byline>Last updated Feb 8, 2023</p>', null],
      [
        'none in the post of another site',
        '<div class=tweet><span class="tweet-author-name">Nick Bakes</span><p>Rye takes its time.</p></div>',
        null,
      ],
      ['none in a quotation', '<blockquote><p>Rye.</p><p class=author>Nick Bakes</p></blockquote>', null],
      ['a German byline', '<p class=byline>Von Karin Ek, 3. Mai 2024</p>', 'Karin Ek'],
      ['a French byline', '<p class=byline>Par Karine Leduc</p>', 'Karine Leduc'],
      ['a name that begins with a preposition', '<p class=byline>Von Miller</p>', 'Von Miller'],
      ['a byline with an address', '<p class=byline>Ann Roe (ann@harbour.example)</p>', 'Ann Roe'],
      ['a Chinese byline', '<span class=author>作者：王小明</span>', '王小明'],
      [
        'none in a comment',
        '<div class=comment><a rel=author>Troll</a><span class=author>Troll</span></div>',
        null,
      ],
      ['none that is an address', '<meta name=author content="https://facebook.com/ann">', null],
      ['none that is a placeholder', '<meta name=author content=admin><p class=author>{{name}}', null],
      ['a label beside the name', '<p class=author><span class=name>By</span> Ann Roe</p>', 'Ann Roe'],
      [
        'the name within a byline',
        '<div class=author><a href="/author/ann">Ann Roe</a> Games Editor</div>',
        'Ann Roe',
      ],
      [
        'quotes and an address',
        '<meta name=author content="&quot;Ann Roe&quot; (https://ann.example)">',
        'Ann Roe',
      ],
      ['digits that belong to the name', '<p class=author>CC7567</p>', 'CC7567'],
      ['a Spanish label', '<p class=author>Publicado por Ann Roe</p>', 'Ann Roe'],
      ['a German list of posts', '<a rel=author>Zeige alle Beiträge von Ann Roe</a>', 'Ann Roe'],
      [
        'the footer of its article',
        '<article><footer><a rel=author>Ann Roe</a></footer></article>',
        'Ann Roe',
      ],
      [
        'none in the footer of a comment',
        '<article class=comment-body><footer><a rel=author>Troll</a></footer></article>',
        null,
      ],
      ['none in the footer of the page', '<footer><a rel=author>Ann Roe</a></footer>', null],
      [
        'a widget of a page builder',
        '<div class="elementor-widget"><p class=author>Ann Roe</p></div>',
        'Ann Roe',
      ],
      ['none that is a day', '<a rel=author>Monday</a>', null],
      [
        'none in a review',
        '<div itemscope itemtype="https://schema.org/Review"><b itemprop=author>Ann Roe</b></div>',
        null,
      ],
      ['none in a testimonial', '<div class=testimonial><p class=author>Ann Roe</p></div>', null],
      ['none of the body', '<body class=author>Ann Roe</body>', null],
      ['none that a class denies', '<div class="no-byline">Ann Roe</div>', null],
      ['none that is too long to be read', `<div class=author>${'<i></i>'.repeat(300)}Ann Roe</div>`, null],
      ['none that is an account of the machine', '<p class=author>site_admin</p>', null],
      ['none that is a package', '<meta name=author content="org.harbour.post">', null],
      [
        'a scholarly article',
        '<meta name=author content=Journal><meta name=citation_author content="Roe, Ann">',
        'Ann Roe',
      ],
      [
        'a list of scholars',
        '<meta name=citation_authors content="Roe, Ann; Li, Bo; Cy Oz">',
        'Ann Roe, Bo Li, Cy Oz',
      ],
      [
        'a person rather than a company',
        '<meta name=author content="Anchor GmbH"><a rel=author>Ann Roe</a>',
        'Ann Roe',
      ],
      ['a company when there is nobody else', '<meta name=author content="Anchor GmbH">', 'Anchor GmbH'],
      [
        'a person rather than the generator',
        '<meta name=generator content="Forum! 3"><meta name=author content="Forum! Team and friends">',
        null,
      ],
      [
        'a person rather than a login',
        '<meta name=author content=aroe7><p class=byline>Ann Roe</p>',
        'Ann Roe',
      ],
      ['a class of a module', '<h1>T</h1><p class="post_authorName__N6j3Y">Ann Roe</p>', 'Ann Roe'],
      ['a class of an editor', '<h1>T</h1><p class="wp-block-post-author-name__link">Ann Roe</p>', 'Ann Roe'],
      ['a link to an author', '<h1>T</h1><p>Tides, <a href="/authors/ann-roe">Ann Roe</a></p>', 'Ann Roe'],
      ['words below the heading', '<h1>T</h1><p>Written by Ann Roe</p>', 'Ann Roe'],
      ['words and a link', '<h1>T</h1><p>By <a href=/ann>Ann Roe</a> | 5 min</p>', 'Ann Roe'],
      ['no words far below', `<h1>T</h1>${'<p>x</p>'.repeat(80)}<p>By Ann Roe</p>`, null],
      [
        'the name behind a label in a byline that says more',
        '<h1>T</h1><div class=author>Written by <a href=/ann>Ann Roe</a> in <a href=/tides>Tides</a> on 1 June</div>',
        'Ann Roe',
      ],
      [
        'a name that the page confirms, not the company that it states first',
        '<meta name=author content="Condor House"><meta name=article:author content="Ann Roe"><p class=byline><a rel=author>Ann Roe</a></p><p class=byline><a rel=author>Bo Li</a></p>',
        'Ann Roe',
      ],
      [
        'all that are marked where one of them is stated',
        '<meta name=author content="Bo Li"><a rel=author>Ann Roe</a> and <a rel=author>Bo Li</a>',
        'Ann Roe, Bo Li',
      ],
      ['a statement for Cxense', '<meta name="cXenseParse:author" content="Ann Roe">', 'Ann Roe'],
      [
        'who wrote it, said below',
        `<h1>T</h1>${'<p>Tides.</p>'.repeat(90)}<p>Written by Ann Roe.</p>`,
        'Ann Roe',
      ],
      [
        'one word that is said to be a name',
        `<h1>T</h1>${'<p>Tides.</p>'.repeat(90)}<p>Posted by kovarex</p>`,
        'kovarex',
      ],
      ['no word that is none', `<h1>T</h1>${'<p>Tides.</p>'.repeat(90)}<p>Posted by email</p>`, null],
      [
        'a team with a page of its own',
        '<h1>T</h1><a href="/authors/desk"><b>Tides Team</b></a>',
        'Tides Team',
      ],
      ['no reviewer', '<h1>T</h1><p class=post__author-line>Reviewed by <a>Ann Roe</a></p>', null],
      ['no sentence', '<h1>T</h1><p>By Means of Ropes we sail</p>', null],
      ['no heading of a biography', '<h1>T</h1><p class=authorBio>Ann Roe</p>', null],
      ['no team', '<h1>T</h1><p>By Harbour Team</p>', null],
      ['none that is a paragraph', `<div class=author>${'word '.repeat(60)}</div>`, null],
    ])('is read from %s', (_, html, byline) => {
      const page = read(html);
      expect(page.byline).toBe(byline);
      expect(page.author).toBe(byline);
    });

    it('is all whose bylines stand side by side, without the marks of their notes', () => {
      const author = (name: string) =>
        `<p class="author"><span class="name">${name}<span class="author-note">*</span></span></p>`;
      expect(read(author('Ann Roe') + author('Bo Li')).byline).toBe('Ann Roe, Bo Li');
      expect(read('<p class=byline>By Ann Roe</p><p class=byline>Updated 3 May</p>').byline).toBe('Ann Roe');
      expect(read('<p class=author>Ann Roe</p><p class=writer>Bo Li</p>').byline).toBe('Ann Roe');
      const link = (name: string) => `<a class=author href=/u>${name}</a>`;
      expect(read(`${link('Ann Roe')} and ${link('Bo Li')}`).byline).toBe('Ann Roe, Bo Li');
      const known = (name: string) => `<a class=author id=${name.slice(0, 2)} href=/u>${name}</a>`;
      expect(read(`${known('Ann Roe')} and ${known('Bo Li')}`).byline).toBe('Ann Roe, Bo Li');
      expect(read(`${link('Ann Roe')} reviewed by ${link('Bo Li')}`).byline).toBe('Ann Roe');
      expect(read('<p class=byline>By Ann Roe</p><p class=byline>Senior Writer</p>').byline).toBe('Ann Roe');
    });

    it('is read without the readings above it, as the title is', () => {
      const ruby = '<ruby>佐藤<rp>(</rp><rt>さとう</rt></ruby>';
      const page = read(`<title>NEWS EASY｜佐藤の駅</title><h1>${ruby}の駅</h1><p class=author>${ruby}</p>`);
      expect([page.title, page.byline]).toEqual(['佐藤の駅', '佐藤']);
    });

    it('is the first author of a thread, not all of them', () => {
      const post = (name: string) =>
        `<article><a rel=author>${name}</a>${'<p>text</p>'.repeat(10)}</article>`;
      expect(read(post('Ann Roe') + post('Bo Li') + post('Cy Oz')).byline).toBe('Ann Roe');
    });
  });

  it('reads an article of structured data before a video or product', () => {
    const video = { '@type': 'VideoObject', name: 'Video', author: 'Bo Li' };
    const article = { '@type': 'NewsArticle', headline: 'Tides', author: 'Ann Roe' };
    expect(read(ld([video, article]))).toMatchObject({ title: 'Tides', byline: 'Ann Roe' });
    expect(read(ld([video])).byline).toBe('Bo Li');
  });

  it('takes the date from the address when the page gives none', () => {
    const published = (path: string, html = '<p>x') =>
      read(html, `https://harbourpost.example${path}`).published;
    expect(published('/2021/04/22/tides')).toBe('2021-04-22');
    expect(published('/news/2005-07-18/')).toBe('2005-07-18');
    expect(published('/2021/04/22/tides', '<time datetime=2021-04-23>')).toBe('2021-04-23');
    expect(published('/2021/44/22/tides')).toBeNull();
    expect(published('/part/2021/04/221')).toBeNull();
  });

  it('passes over the time of a change', () => {
    const times = (name: string) =>
      `<time class="${name}" datetime=2024-03-06></time><time datetime=2024-03-05>`;
    for (const name of ['updated', 'entry-modified', 'last-changed'])
      expect(read(times(name)).published).toBe('2024-03-05');
    expect(read(times('published updated')).published).toBe('2024-03-06');
  });

  it('passes over the picture that stands for none', () => {
    const images =
      '<meta property=og:image content="/i/blank.png"><meta name=twitter:image content="/i/sea.png">';
    expect(read(images).image).toBe('https://www.harbourpost.example/i/sea.png');
  });

  it.each([
    ['an encoding for no language', '<html lang=utf-8><meta name=dc.language content=de><p>x', 'de'],
    [
      'Chinese',
      '<html lang=en><title>潮汐為什麼每天兩次</title><p>月亮拉動海水，海水每天漲落兩次，世界各地都一樣。',
      'zh',
    ],
    [
      'Japanese',
      '<title>なぜ潮は満ちるのか</title><p>月が海を引っ張り、海は一日に二回満ちて引いていきます。',
      'ja',
    ],
    [
      'Korean',
      '<html lang=en-US><title>밀물과 썰물</title><p>달이 바다를 끌어당기면 바다는 하루에 두 번 움직입니다.',
      'ko',
    ],
    [
      'the language stated',
      '<html lang=ja><title>潮汐</title><p>月亮拉動海水，海水每天漲落兩次，世界各地都一樣。',
      'ja',
    ],
    [
      'a title alone for nothing',
      '<html lang=en><title>潮汐</title><p>The moon pulls at the sea and the sea follows.',
      'en',
    ],
  ])('takes %s', (_, html, language) => {
    expect(read(html).language).toBe(language);
  });

  it('passes over the portrait of who wrote, where structured data alone give it', () => {
    const portrait = { '@type': 'DiscussionForumPosting', image: '/data/avatars/m/2/2437.jpg' };
    expect(read(ld(portrait)).image).toBeNull();
    expect(read(`${ld(portrait)}<link rel=image_src href="/i/sea.png">`).image).toMatch(/sea/);
    expect(read('<meta property=og:image content="/avatars/ann.png">').image).toMatch(/ann/);
  });

  it('takes the first time element that is not in a comment for the publication', () => {
    expect(
      read('<ul class=comments><li><time datetime=2020-01-01></ul><time datetime="2024-03-05">').published,
    ).toBe('2024-03-05');
  });

  it('keeps a title that speaks of templates', () => {
    expect(read('<title>How {{mustache}} works</title>').title).toBe('How {{mustache}} works');
  });

  it('ignores placeholders that a template left', () => {
    expect(
      read(
        '<meta property=og:site_name content="{{site.name}}"><meta name=description content="%%description%%">',
      ),
    ).toMatchObject({
      siteName: null,
      description: null,
    });
  });

  it.each([
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'ftp://a.example/x',
    'https://u:p@a.example/',
    'http://[',
    '',
  ])('gives no URL for "%s"', (href) => {
    const page = read(`<link rel=canonical href="${href}"><meta property=og:image content="${href}">`);
    expect([page.canonical, page.image]).toEqual([null, null]);
  });

  it('keeps markup, control and bidirectional characters out of every value, and bounds it', () => {
    const evil =
      '\u202e<script>alert(1)</script><img src=x onerror=alert(1)>\u0007a\u200bb&lt;b&gt;c&lt;/b&gt;\u2066<svg/onload=x>';
    const content = evil.replaceAll('"', '') + 'z'.repeat(100_000);
    const page = read(
      `<title>${content}</title><meta name=description content="${content}"><meta name=author content="${evil}">
       <meta property=og:site_name content="${content}">${ld({ '@type': 'Article', author: evil, headline: evil })}`,
    );
    for (const value of Object.values(page)) {
      if (value === null) continue;
      expect(value.length).toBeLessThanOrEqual(1000);
      expect(value).not.toMatch(
        /[\u0000-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]|<\/?(?:script|img|svg|b)\b/,
      );
    }
  });

  it('keeps a title that speaks of an element', () => {
    expect(read('<title>&lt;details&gt;: The Details disclosure element</title>').title).toBe(
      '<details>: The Details disclosure element',
    );
  });

  it('gives clean values for any page', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<title>',
        '</title>',
        '<meta name=author content="',
        '"><h1>',
        '<script type="application/ld+json">{"@type":"Article","headline":"',
        '"}</script>',
        '<time datetime="',
        ' | ',
        ' - ',
        '<a rel=author>',
      ),
      fc.string({ unit: 'binary', maxLength: 10 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const page = read(pieces.join(''));
        expect(page.title).not.toBe('');
        for (const value of Object.values(page)) if (value !== null) expect(value).toBe(value.trim());
        expect(JSON.stringify(page)).not.toMatch(/\\u00|\u202e/);
      }),
      { numRuns: isFull ? 800 : 40 },
    );
  });
});
