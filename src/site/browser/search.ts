import { type Found, findSections, MOST, type Section } from '../find-sections.ts';
import { byId, h, onShortcut } from './dom.ts';

/** Opens the search from its button, `/` or Ctrl+K. The index is loaded when it is wanted first. */
export function openSearch(): void {
  const button = byId('find', HTMLButtonElement);
  const dialog = byId('search', HTMLDialogElement);
  const field = byId('search-words', HTMLInputElement);
  const { index = '', root = '' } = button.dataset;
  let sections: Promise<readonly Section[]> | null = null;
  const load = () => {
    sections ??= fetch(index).then((answer) => answer.json());
    return sections;
  };
  const open = () => {
    if (!dialog.open) dialog.showModal();
    field.select();
    load().then(
      () => search(),
      () => {
        sections = null;
        say('The index of the guides could not be loaded: try again.');
      },
    );
  };
  const search = async () => {
    const words = field.value.trim();
    const found = findSections(await load(), words);
    if (words !== field.value.trim()) return;
    show(found, root);
    if (words === '') say('Type a word, a setting or a reason.');
    else if (found.length === 0) say('Nothing found: try another word.');
    else say(found.length < MOST ? `${found.length} found` : `The first ${MOST}: add a word to find fewer`);
  };
  button.hidden = false;
  button.addEventListener('click', open);
  field.addEventListener('input', () => void search());
  dialog.addEventListener('keydown', moveByArrows);
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  onShortcut(open);
}

function say(what: string): void {
  byId('search-status', HTMLElement).textContent = what;
}

function show(found: readonly Found[], root: string): void {
  byId('search-results', HTMLUListElement).replaceChildren(
    ...found.map(({ section, before, hit, after }) => {
      const link = h('a', {}, h('strong', {}, section.heading));
      link.href = `${root}docs/guides/${section.guide}${section.id === '' ? '' : `#${section.id}`}`;
      if (section.title !== section.heading) link.append(h('span', { class: 'muted' }, section.title));
      link.append(h('span', { class: 'excerpt' }, before, h('mark', {}, hit), after));
      return h('li', {}, link);
    }),
  );
}

/** Arrow keys move from the field through the results and back; Enter in the field opens the first one. */
function moveByArrows(event: KeyboardEvent): void {
  const field = byId('search-words', HTMLInputElement);
  const links = [...byId('search-results', HTMLUListElement).querySelectorAll('a')];
  const places: HTMLElement[] = [field, ...links];
  const here = places.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Enter' && here === 0) links[0]?.click();
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const next = here + (event.key === 'ArrowDown' ? 1 : -1);
  places[Math.max(0, Math.min(places.length - 1, next))]?.focus();
}
