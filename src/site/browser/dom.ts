import { tokensOf } from '../highlight.ts';

/** What an element can hold. Strings become text nodes: nothing is ever parsed as HTML. */
export type Child = Node | string | null;

/** Attribute values; `true` is an empty attribute, `false` and null none, a function a listener of that event. */
type Attributes = Readonly<Record<string, string | number | boolean | null | ((event: Event) => void)>>;

/** A new element. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** The element with an id. Throws when the page has none of that kind: page and script come from one package. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no #${id} of the wanted kind`);
  return element;
}

/** Calls `go` when `/`, outside of fields, or Ctrl+K is pressed. */
export function onShortcut(go: () => void): void {
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, target } = event;
    const isTyping = target instanceof Element && target.matches('input, textarea, select');
    if (!(key === '/' && !isTyping) && !(key === 'k' && (ctrlKey || metaKey))) return;
    event.preventDefault();
    go();
  });
}

/** A copy of what a template of the page holds. */
export function fromTemplate(id: string): DocumentFragment {
  return document.importNode(byId(id, HTMLTemplateElement).content, true);
}

/** Code as nodes: what stands out in it as elements with a class. */
export function highlighted(code: string, language: string): (Node | string)[] {
  return tokensOf(code, language).map(({ kind, text }) =>
    kind === null ? text : h('span', { class: `code-${kind}` }, text),
  );
}

/** `1234567` as `1,234,567`. */
export const grouped = (count: number): string => count.toLocaleString('en-US');

/** A count with its noun: `1 table`, `2 tables`. */
export const plural = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
