/**
 * Everything that is measured. `id` names the adapter in adapters/, `short` the label in plots where it differs,
 * `packages` those whose versions are recorded; `finds` tells whether it looks for the main content or writes the page.
 */
export const CONVERTERS = [
  { id: 'pagemark', label: 'pagemark', packages: [], finds: true },
  {
    id: 'readability-linkedom',
    label: 'Readability + Turndown (linkedom)',
    short: 'Readability, linkedom',
    packages: ['@mozilla/readability', 'turndown', 'turndown-plugin-gfm', 'linkedom'],
    finds: true,
  },
  {
    id: 'readability-jsdom',
    label: 'Readability + Turndown (jsdom)',
    short: 'Readability, jsdom',
    packages: ['@mozilla/readability', 'turndown', 'turndown-plugin-gfm', 'jsdom'],
    finds: true,
  },
  { id: 'defuddle', label: 'Defuddle', packages: ['defuddle', 'linkedom'], finds: true },
  { id: 'postlight', label: 'Postlight Parser', packages: ['@postlight/parser'], finds: true },
  { id: 'mdream', label: 'mdream', packages: ['mdream'], finds: false },
  {
    id: 'html-to-markdown',
    label: 'html-to-markdown (Rust)',
    packages: ['@kreuzberg/html-to-markdown-node'],
    finds: false,
  },
  { id: 'node-html-markdown', label: 'node-html-markdown', packages: ['node-html-markdown'], finds: false },
  { id: 'rehype-remark', label: 'rehype-remark', packages: ['rehype-remark', 'remark-gfm'], finds: false },
];
