import native from '@kreuzberg/html-to-markdown-node';

const options = {
  extractMetadata: false,
  preprocessing: { enabled: true, preset: 'Aggressive', removeNavigation: true, removeForms: true },
};

export function convert({ html }) {
  return { markdown: native.convert(html, options).content ?? '' };
}
