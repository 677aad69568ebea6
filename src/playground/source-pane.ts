import { copyButton } from '../site/browser/copy.ts';
import { h, highlighted } from '../site/browser/dom.ts';
import { downloadButton } from './controls.ts';

/** A text to read as it is. */
interface Source {
  readonly label: string;
  readonly text: string;
  /** What its colours follow. */
  readonly language: string;
  /** Under which name it is saved; without one it is neither copied nor saved here. */
  readonly fileName?: string;
  /** What a reader should know of it. */
  readonly note?: string;
}

/** A text with line wrapping, copying and saving. */
export function sourcePane(
  { label, text, language, fileName, note }: Source,
  announce: (message: string) => void,
): HTMLElement {
  const pre = h('pre', { class: 'source', tabindex: 0, 'aria-label': label }, ...highlighted(text, language));
  const wrap = h('input', { type: 'checkbox', checked: true });
  wrap.addEventListener('change', () => pre.classList.toggle('unwrapped', !wrap.checked));
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'tools' },
      h('label', { class: 'check' }, wrap, h('span', {}, 'Wrap lines')),
      ...(fileName === undefined
        ? []
        : [
            copyButton(`Copy ${label}`, () => text, announce),
            downloadButton(`Download .${fileName.split('.').at(-1)}`, fileName, () => text),
          ]),
    ),
    note === undefined ? null : h('p', { class: 'muted said' }, note),
    pre,
  );
}
