import { describe, expect, it } from 'vitest';
import { Budget } from '../../budget.ts';
import { convertHtml } from '../../convert-html.ts';
import { parseHtml } from '../../html/parse.ts';
import { judgeVisibility } from './judge-visibility.ts';
import { DISCLOSED, HIDDEN, VISIBLE } from './visibility.ts';

const SHOWN = 0;

/** The byte of the element with `id=x`. */
function judged(html: string, scriptsRan = false): number {
  const doc = parseHtml(`<p>${'The quay was built of stones. '.repeat(20)}</p>${html}`, '');
  doc.scriptsRan = scriptsRan;
  judgeVisibility(doc);
  return doc.elements.byId().get('x')!.visibility;
}

describe('judgeVisibility', () => {
  it.each([
    [HIDDEN, '<p id=x hidden>a</p>'],
    [HIDDEN, '<style>.a > p { opacity: 0 }</style><div class=a><p id=x>a</p></div>'],
    [HIDDEN, '<style>.a { display: none } .a { color: red }</style><p id=x class=a>a</p>'],
    [SHOWN, '<style>.a { display: none } #x { display: block }</style><p id=x class=a>a</p>'],
    [HIDDEN, '<style>.a { width: /**/0; overflow: hidden }</style><p id=x class=a>a</p>'],
    [HIDDEN, '<style>:last-child { display: none }</style><p id=x>a</p>'],
    [SHOWN, '<style>.a:empty + p { display: none }</style><div class=a>\n</div><p id=x>a</p>'],
    [SHOWN, '<p id=x hidden="until-found">a</p>'],
    [SHOWN, '<p id=x inert>a</p>'],
    [VISIBLE, '<div style="visibility:hidden"><p id=x style="visibility:visible">a</p></div>'],
    [SHOWN, '<div style="visibility:hidden;opacity:0"><p id=x style="visibility:visible">a</p></div>'],
    [DISCLOSED, '<a href="#x">More</a><p id=x hidden>a</p>'],
    [HIDDEN, '<a href="#x" data-toggle="modal">More</a><p id=x hidden>a</p>'],
    [DISCLOSED, '<style>#x { display: none } #x.open { display: block }</style><p id=x>a</p>'],
    [HIDDEN, '<style>#x { display: none } #x.open { color: red }</style><p id=x>a</p>'],
    [HIDDEN, '<style>#x { display: none } #x.open::before { display: block }</style><p id=x>a</p>'],
    [HIDDEN, '<style>#x { display: none } @media print { #x { display: block } }</style><p id=x>a</p>'],
    [DISCLOSED, '<span id=x style="display:none"><math><mi>x</mi></math></span>'],
    [HIDDEN, '<span id=x style="display:none"><math><mi>x</mi></math> and words</span>'],
    [SHOWN, '<img id=x style="opacity:0" src="a.png">'],
    [HIDDEN, '<img id=x style="display:none" src="a.png">'],
  ])('says %i of %s', (visibility, html) => {
    expect(judged(html)).toBe(visibility);
  });

  it('believes of a rendered page what its browser told, and of no other', () => {
    const html = '<p id=x data-pagemark-unpainted="">a</p>';
    expect(judged(html, true)).toBe(HIDDEN);
    expect(judged(html)).toBe(SHOWN);
    expect(judged('<p id=x style="display:none">a</p>', true)).toBe(SHOWN);
  });

  it('empties texts whose letters are not seen, and leaves those around them', () => {
    const doc = parseHtml('<div style="font-size:0">No.<p style="font-size:14px">Seen.</p></div>', '');
    const { unseenTexts } = judgeVisibility(doc);
    expect([...unseenTexts.values()]).toEqual(['No.']);
    expect(doc.nodes.map(({ text }) => text).join('')).toBe('Seen.');
  });

  it('keeps what is most of a page that shows nothing until its scripts ran', () => {
    const page = `<main id=x style="opacity:0"><h1>Tides</h1><p>${'The sea rises. '.repeat(30)}</p><p hidden>Never.</p></main>`;
    const doc = parseHtml(page, '');
    const { disclosed } = judgeVisibility(doc);
    expect([...disclosed.values()]).toEqual(['page']);
    expect(convertHtml(page, { scope: 'full' }).markdown).not.toContain('Never');
  });

  it('keeps what is hidden in the way of a page that waits, in however small parts', () => {
    const card = (n: number) => `<p>Pier ${n}.</p><span slot=x>The lamp of pier ${n} burns by night.</span>`;
    const page = `<style>.root, [slot] { visibility: hidden }</style><div class=root>${'<p>The sea rises.</p>'.repeat(20)}
      ${[1, 2, 3].map(card).join('')}</div><p hidden>Never.</p>`;
    const { markdown } = convertHtml(page, { scope: 'full' });
    expect(markdown).toContain('The lamp of pier 2 burns by night.');
    expect(markdown).not.toContain('Never');
  });

  it('judges in parts that are kept what they hold alone, however many there are', () => {
    const doc = parseHtml(`<style>.a { display: none }</style>${'<div class=a>a</div>'.repeat(1000)}`, '');
    let reads = 0;
    const count = (index: number): number => {
      reads++;
      return index;
    };
    for (const node of doc.nodes) {
      const { index } = node;
      Object.defineProperty(node, 'index', { get: () => count(index) });
    }
    expect(judgeVisibility(doc).disclosed.size).toBe(1000);
    expect(reads).toBeLessThan(100 * doc.nodes.length);
  });

  it('judges no page by half its rules', () => {
    const sheet = '.a .b .c { display: none } '.repeat(200);
    const page = `<style>${sheet}</style><div class=a><div class=b>${'<p class=c>a</p>'.repeat(200)}`;
    const spent = convertHtml(page, {}, { budget: new Budget(20_000) });
    expect([spent.outcome, spent.markdown]).toEqual(['document_too_complex', '']);
    expect(convertHtml(page).outcome).not.toBe('document_too_complex');
  });

  it.each([
    ['selectors that nothing on the page ends', '.a .b .c .d p.x { display: none } '],
    ['places among siblings', 'p:nth-child(n of .x.y) { display: none } '],
  ])('ends a sheet whose rules are all looked at for each element: %s', (_, rule) => {
    const part = `<div class=b><div class=c><div class=d><p class="x y">a</p></div></div></div>`;
    const page = `<style>.x { visibility: hidden } ${rule.repeat(3000)}</style><i class=a></i>${part.repeat(500)}`;
    expect(convertHtml(page).outcome).toBe('document_too_complex');
  });
});
