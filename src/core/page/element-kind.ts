import { wordSet } from '../word-set.ts';

/** What an element means for extraction: how it lays out, whether it renders, what context it gives. */

/** Elements that start and end a block of text (HTML rendering section, plus controls that stand alone). */
export const BLOCK = wordSet(
  'html body address article aside blockquote button caption center dd details dialog dir div dl dt fieldset ' +
    'figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav noscript ol ' +
    'option p pre search section summary table tbody td tfoot th thead tr ul',
);

/** Elements whose content a reader never sees as text of the page. */
export const UNRENDERED = wordSet(
  'head script style template link meta title base select textarea datalist iframe object embed applet audio ' +
    'video canvas map area param source track noframes noembed frame svg progress meter input',
);
/** Elements that show something without text. */
export const MEDIA = wordSet('img picture video audio iframe canvas svg object embed');

/** Controls: browsers give their letters size and colour, and a ground; links and `<mark>` have a colour of their own as well. */
export const CONTROLS = wordSet('button input select textarea');

/** Context bits that an element gives to everything inside it. */
export const CONTEXT = {
  link: 1 << 0,
  button: 1 << 1,
  form: 1 << 2,
  table: 1 << 3,
  list: 1 << 4,
  code: 1 << 5,
  quote: 1 << 6,
  figure: 1 << 7,
  navigation: 1 << 8,
  header: 1 << 9,
  footer: 1 << 10,
  aside: 1 << 11,
  main: 1 << 12,
  article: 1 << 13,
  section: 1 << 14,
  dialog: 1 << 15,
  noscript: 1 << 16,
  hidden: 1 << 17,
  label: 1 << 19,
  item: 1 << 20,
  heading: 1 << 21,
} as const;

/** Contexts whose content readers do not see where scripts run, unless it is uncovered. */
export const UNSEEN = CONTEXT.hidden | CONTEXT.noscript;

/** Contexts in which no rule brings anything back. */
export const PRUNED = CONTEXT.navigation | CONTEXT.hidden | CONTEXT.dialog | CONTEXT.footer;

const TAG_CONTEXT = new Map<string, number>(
  Object.entries({
    a: CONTEXT.link,
    button: CONTEXT.button,
    form: CONTEXT.form,
    fieldset: CONTEXT.form,
    table: CONTEXT.table,
    ul: CONTEXT.list,
    ol: CONTEXT.list,
    menu: CONTEXT.list,
    pre: CONTEXT.code,
    blockquote: CONTEXT.quote,
    figure: CONTEXT.figure,
    nav: CONTEXT.navigation,
    header: CONTEXT.header,
    footer: CONTEXT.footer,
    aside: CONTEXT.aside,
    main: CONTEXT.main,
    article: CONTEXT.article,
    section: CONTEXT.section,
    dialog: CONTEXT.dialog,
    noscript: CONTEXT.noscript,
    label: CONTEXT.label,
    legend: CONTEXT.label,
    li: CONTEXT.item,
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`h${n}`, CONTEXT.heading])),
  }),
);

const ROLE_CONTEXT = new Map<string, number>(
  Object.entries({
    main: CONTEXT.main,
    navigation: CONTEXT.navigation,
    banner: CONTEXT.header,
    contentinfo: CONTEXT.footer,
    complementary: CONTEXT.aside,
    dialog: CONTEXT.dialog,
    alertdialog: CONTEXT.dialog,
    button: CONTEXT.button,
    article: CONTEXT.article,
    form: CONTEXT.form,
    search: CONTEXT.form,
    heading: CONTEXT.heading,
    menu: CONTEXT.navigation,
    menubar: CONTEXT.navigation,
  }),
);

/** Context bits of a tag within others. The footer of a quotation or a figure says whose it is: it ends no page. */
export function tagContext(tag: string, around: number): number {
  if (tag === 'footer' && (around & (CONTEXT.quote | CONTEXT.figure)) !== 0) return 0;
  return TAG_CONTEXT.get(tag) ?? 0;
}

/** Context bits of an ARIA role. */
export function roleContext(role: string): number {
  return ROLE_CONTEXT.get(role) ?? 0;
}

const KINDS =
  'other p li h1 h2 h3 h4 h5 h6 td th dd dt div span pre blockquote figcaption button label option summary a section article main nav aside header footer ul ol dl table tr tbody body form details figure noscript';
const KIND_OF = new Map(KINDS.split(' ').map((tag, i) => [tag, i]));

/** Small number of a tag: the same meaning groups near each other, so that a threshold can split them. */
export function tagKind(tag: string): number {
  return KIND_OF.get(tag) ?? 0;
}
