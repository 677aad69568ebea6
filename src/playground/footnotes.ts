import { h } from '../site/browser/dom.ts';

/** A number in the text that leads to its note. */
export function noteReference(label: string): HTMLElement {
  const link = h(
    'a',
    { href: '#', 'data-note': label, 'aria-label': `Note ${label}`, click: leadTo('.footnote', label) },
    label,
  );
  return h('sup', { class: 'reference' }, link);
}

/** A note, with the way back to where it is named first. */
export function footnote(label: string, fill: (body: HTMLElement) => void): HTMLElement {
  const body = h('div');
  fill(body);
  const back = h(
    'a',
    {
      href: '#',
      class: 'back',
      'aria-label': `Back to the text of note ${label}`,
      click: leadTo('.reference a', label),
    },
    '↩',
  );
  (body.lastElementChild?.tagName === 'P' ? body.lastElementChild : body).append(' ', back);
  return h('div', { class: 'footnote', 'data-note': label, tabindex: -1 }, h('span', {}, label), body);
}

/** Within the same page: a fragment would take the place of the link that the address holds. */
function leadTo(selector: string, label: string): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    const page = (event.currentTarget as HTMLElement).closest('.prose');
    for (const target of page?.querySelectorAll<HTMLElement>(selector) ?? [])
      if (target.dataset.note === label) {
        target.scrollIntoView({ block: 'center' });
        return target.focus();
      }
  };
}
