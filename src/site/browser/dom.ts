import { tokensOf } from '../highlight.ts';

/** The element with an id, of a kind; throws when the page has none: page and script come from one package. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no #${id} of the wanted kind`);
  return element;
}

/** A new element with a class and what stands in it; strings become text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

/** Shows code with what stands out in it marked. */
export function showCode(place: HTMLElement, code: string, language: string): void {
  const pieces = tokensOf(code, language).map(({ kind, text }) =>
    kind === null ? text : element('span', `code-${kind}`, text),
  );
  place.replaceChildren(...pieces);
}
