import { WRITTEN_ADDRESS } from '../../contract/address.ts';
import { addCopyButtons } from './copy.ts';
import { byId } from './dom.ts';
import { openSearch } from './search.ts';
import { openTryForms } from './try-forms.ts';

nameThisService();
addCopyButtons(document);
markPlace();
openSearch();
openTryForms();
reachScrollers();

/** Puts the address of this service into examples, which are written for one on the reader's machine. */
function nameThisService(): void {
  const here = new URL(byId('find', HTMLButtonElement).dataset.root ?? '', location.href);
  const texts = document.createTreeWalker(byId('content', HTMLElement), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (text.data.includes(WRITTEN_ADDRESS))
      text.data = text.data.replaceAll(WRITTEN_ADDRESS, here.href.replace(/\/$/, ''));
  }
}

/** Marks the link of the section that is being read, in the lists beside the text. */
function markPlace(): void {
  const links = new Map<string, HTMLAnchorElement[]>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav.side a[href^="#"]')) {
    const id = decodeURIComponent(link.hash.slice(1));
    links.set(id, [...(links.get(id) ?? []), link]);
  }
  const headings = [...links.keys()].flatMap((id) => document.getElementById(id) ?? []);
  if (headings.length === 0) return;
  const mark = () => {
    // The last heading above the upper third of the window is the one that is read.
    const line = innerHeight / 3;
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < line);
    const current = (passed.at(-1) ?? headings[0]!).id;
    for (const [id, of] of links)
      for (const link of of) {
        if (id === current) link.setAttribute('aria-current', 'location');
        else link.removeAttribute('aria-current');
      }
  };
  let isAsked = false;
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      mark();
    });
  };
  addEventListener('scroll', ask, { passive: true });
  addEventListener('resize', ask, { passive: true });
  mark();
}

/** Lets the keyboard reach what scrolls sideways or by itself, and nothing else (WCAG 2.2, 2.1.1). */
function reachScrollers(): void {
  const parts = document.querySelectorAll<HTMLElement>('.scroll, pre, .side, .examples');
  const judge = () => {
    for (const part of parts) {
      const scrolls = part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight;
      if (scrolls) part.tabIndex = 0;
      else part.removeAttribute('tabindex');
    }
  };
  judge();
  addEventListener('resize', judge, { passive: true });
  // A part that opens can make its surroundings scroll; the event does not bubble.
  document.addEventListener('toggle', judge, { capture: true });
}
