import type { ConvertInput } from '../client/index.ts';

/** A field of the form and the field of the request that it sets. The first choice, an empty field and no tick are the default. */
interface OptionField {
  readonly name: Exclude<keyof ConvertInput, 'url' | 'html'>;
  readonly id: string;
  /** `flag`: what a tick sends. */
  readonly kind: 'choice' | 'text' | 'number' | 'lines' | 'flag';
  readonly ticked?: boolean;
}

/** The options of the form, in its order. */
export const OPTION_FIELDS: readonly OptionField[] = [
  { name: 'scope', id: 'o-scope', kind: 'choice' },
  { name: 'links', id: 'o-links', kind: 'choice' },
  { name: 'images', id: 'o-images', kind: 'choice' },
  { name: 'render', id: 'o-render', kind: 'choice' },
  { name: 'wait_for_selector', id: 'o-wait', kind: 'text' },
  { name: 'language', id: 'o-language', kind: 'text' },
  { name: 'max_tokens', id: 'o-max-tokens', kind: 'number' },
  { name: 'timeout_ms', id: 'o-timeout', kind: 'number' },
  { name: 'include_selectors', id: 'o-include', kind: 'lines' },
  { name: 'exclude_selectors', id: 'o-exclude', kind: 'lines' },
  { name: 'frontmatter', id: 'o-frontmatter', kind: 'flag', ticked: true },
  { name: 'strict', id: 'o-lenient', kind: 'flag', ticked: false },
];
