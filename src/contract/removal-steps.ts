/**
 * What removes text of a page or a document, in the order of the work, and why: the steps that `data.diagnostics.removed` of
 * a conversion names.
 */
export const REMOVAL_STEPS = {
  unrendered: 'A browser shows none of it: scripts, templates, comments of the source.',
  excluded: 'A selector of the request takes it out.',
  'not included': 'No selector of the request asks for it.',
  hidden: 'The page or document hides it from readers.',
  model: 'Navigation, advertising and clutter, by the learnt model.',
  chrome: 'A dialog, a popover or a footer that the model is not sure of.',
  partial: 'The rest of a table, a figure or code of which little stays.',
  copy: 'It says again, word for word, what stays further up.',
  advertisement: 'It calls itself an advertisement.',
  furniture: 'On a short page, what its name calls sharing, tools, teasers, a form or advertising.',
  media: 'Media around which nothing was kept.',
  construct: 'Markdown says it otherwise, or it is a tool of what stays: icons, buttons of code.',
  'turned-text': 'Text of a PDF that runs in another direction than its page.',
  'running-header':
    'A line above the text of most pages of a PDF, or a header of a text of Word or OpenDocument.',
  'running-footer':
    'A line below the text of most pages of a PDF, or of a slide, or a footer of a text of Word or OpenDocument.',
  'page-number': 'The number of a page of a PDF, or of a slide.',
} as const satisfies Readonly<Record<string, string>>;

/** Name of a step that removes. */
export type RemovalStep = keyof typeof REMOVAL_STEPS;
