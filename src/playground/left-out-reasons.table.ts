import type { RemovalStep } from '../contract/removal-steps.ts';

/** Why a part of a page was left out, as a reader would say it. A new step does not compile without its words. */
export const LEFT_OUT_BECAUSE: Readonly<Record<RemovalStep, string>> = {
  unrendered: 'never shown by a browser',
  excluded: 'left out as you asked',
  'not included': 'not among what you asked for',
  hidden: 'hidden by the page itself',
  model: 'chosen as not content',
  chrome: 'part of the site around the page',
  partial: 'the rest of something of which little stays',
  copy: 'says again what stands further up',
  advertisement: 'calls itself an advertisement',
  furniture: 'sharing, tools or teasers',
  media: 'media with nothing around it',
  construct: 'said another way, or a button of what stays',
  'turned-text': 'runs in another direction than its page',
  'running-header': 'repeated above the text of most pages',
  'running-footer': 'repeated below the text of most pages',
  'page-number': 'the number of a page',
};
