import { h } from '../site/browser/dom.ts';

/** The headings of a preview as a list; a press shows the one in the preview. */
export function outlinePane(preview: HTMLElement, showPreview: () => void): HTMLElement {
  const headings = [...preview.querySelectorAll<HTMLElement>('[class^=level-]')];
  if (headings.length === 0) return h('p', { class: 'muted' }, 'The page has no headings.');
  const jump = (heading: HTMLElement) => {
    showPreview();
    heading.tabIndex = -1;
    heading.scrollIntoView({ block: 'start' });
    heading.focus();
  };
  return h(
    'ul',
    { class: 'outline' },
    ...headings.map((heading) =>
      h(
        'li',
        { class: heading.className.replace('level', 'depth') },
        h(
          'button',
          { type: 'button', class: 'plain', click: () => jump(heading) },
          heading.textContent || 'Untitled',
        ),
      ),
    ),
  );
}
