import { attr, type HtmlNode } from '../html/tree.ts';

/**
 * What a class attribute says about an element, as bits: one lookup per distinct attribute value decides which
 * recognisers look at the element at all.
 */
export const MATH = 1 << 0;
/** A code block with its frame: toolbar, title, line numbers. */
export const CODE = 1 << 1;
/** Line numbers beside code. */
export const GUTTER = 1 << 2;
/** Copy buttons, toolbars, edit links: tools beside the content. */
export const COPY = 1 << 3;
export const CALLOUT = 1 << 4;
export const CALLOUT_TITLE = 1 << 5;
/** Text whose line breaks are shown. */
export const LINES = 1 << 6;
export const SIDENOTE = 1 << 7;
/** The labels of a group of tabs, and the box around its panels. */
export const TAB_LABELS = 1 << 8;
export const TAB_PANELS = 1 << 9;
export const PERMALINK = 1 << 10;
/** For screen readers only. */
export const UNSEEN = 1 << 11;
export const EMOJI = 1 << 12;
export const ATTRIBUTION = 1 << 13;
/** An icon drawn by a font or a sprite. */
export const ICON = 1 << 14;
/** A title or file name above a code block. */
export const CODE_TITLE = 1 << 15;
/** One line of code. */
export const CODE_LINE = 1 << 16;
/** A shell or interpreter prompt ahead of typed text, the number of a cell of a notebook. */
export const PROMPT = 1 << 17;
/** Content that scripts show later: a tab's panel, an accordion's body. */
export const DISCLOSED = 1 << 18;
/** A box that is ticked, drawn without `<input>`. */
export const TICK = 1 << 20;
/** Mathematics drawn again for the eye, beside its source. */
export const MATH_PREVIEW = 1 << 19;

/** For narrow screens only, and for wide ones only (classes of Bootstrap, Foundation, Tailwind). */
export const NARROW = 1 << 21;
export const WIDE = 1 << 22;
/** Hidden by a style sheet (Webflow, Magnific Popup, but for readers on paper), or read by a script alone (Edge Delivery). */
export const CONCEALED = 1 << 23;
/** A price that is no longer asked, or a text that is struck out. */
export const OLD_PRICE = 1 << 24;
/** One of two forms of a price, of which a style sheet shows one. */
export const PRICE_FORM = 1 << 25;
/** The declaration of what a page or an entry documents. */
export const SIGNATURE = 1 << 26;
/** A table that Javadoc makes of boxes, and a cell of one. */
export const SUMMARY_TABLE = 1 << 27;
export const SUMMARY_CELL = 1 << 28;
/** Equations and marks as LaTeXML draws them. */
export const LATEXML = 1 << 29;
/** Text in which scripts are told to leave TeX as it is, or to typeset it after all. */
export const TYPESETTING = 1 << 30;

/** A stanza of a poem (Project Gutenberg, TEI). */
export const STANZA = 1 << 31;

export type TraitCache = Map<string, number>;

/** Class tokens matched as they stand, lower-cased. */
const CLASSES: readonly (readonly [number, string])[] = [
  [
    MATH,
    `katex katex-display katex-mathml math math-inline math-display mathjax mathjax_display mathjax_svg
     mathjax_svg_display mathjax_chtml mathjax_mml mathjax_mathml mjx-chtml mwe-math-element arithmatex
     latex tex temml ltx_math mathjax_block math-block math-tex mathml mathquill mathjax_process
     tex2jax_process math-container nolink`,
  ],
  [TYPESETTING, `mathjax_ignore tex2jax_ignore mathjax_process tex2jax_process mathjax`],
  [TICK, `checkbox task-checkbox`],
  [STANZA, `stanza strophe linegroup line-group verse-group`],
  [MATH_PREVIEW, `mathjax_preview`],
  [
    CODE,
    `highlight highlighter-rouge codehilite sourcecode code-block codeblock code-wrapper code-toolbar
     listingblock literalblock literal-block-wrapper expressive-code gatsby-highlight
     gatsby-code-wrapper syntaxhighlighter crayon-syntax enlighter-default enlighterjs codemirror
     cm-editor monaco-editor ace_editor code-example code-snippet codeblock-wrapper code-container
     code-frame snippet fragment highlight-wrapper nextra-code nextra-code-block mw-highlight blob-wrapper src
     org-src-container code-header-wrapper code-group-item theme-code-block codesnippet codebox
     page_body patch diff devsite-code code-box prism-code code_block file-code lntable rouge-table highlighttable hljs-ln
     source_code blockcode crayon-table dp-highlighter wp-block-code remark-code-container zeroclipboard-container
     snippet-clipboard-content snippet-box code-section source-code preformatted`,
  ],
  [
    GUTTER,
    `gutter lineno linenos linenodiv lnt ln line-number line-numbers linenumber linenumbers
     rouge-gutter blob-num hljs-ln-numbers hljs-ln-n codemirror-linenumber codemirror-gutter
     codemirror-gutter-wrapper codemirror-gutters cm-gutters ace_gutter line-numbers-rows crayon-nums
     react-syntax-highlighter-line-number codelinenumber file-line-num line-numbers-wrapper
     lines-number code-line-number margin codeblocklinenumber gl row-number diff-line-num linenr
     lineno-container crayon-num pre-numbering enlighter-gutter lntd-num code-lines-num`,
  ],
  [
    COPY,
    `mw-editsection copy-btn copybtn copy-button copy-code-button btn-copy clipboard-copy clipboard btn-clipboard
     copy-to-clipboard code-copy copy code-copy-button md-clipboard md-code__button md-code__nav
     hljs-copy-button copy-to-clipboard-button toolbar code-toolbar__toolbar crayon-toolbar
     crayon-plain-wrap enlighter-toolbar-top enlighter-toolbar copy-code zeroclipboard
     zeroclipboard-button method-click-advice codecopy code-buttons expand-code language-label`,
  ],
  [
    CALLOUT,
    `admonition callout alert custom-block custom-container hint-container markdown-alert notice
     notices notecard book-hint starlight-aside admonitionblock confluence-information-macro
     theme-admonition kg-callout-card message nextra-callout hint callout-block blockquote-tag
     gdoc-hint wp-block-callout note tip important warning caution danger attention seealso
     versionadded versionchanged deprecated info error prompt-tip prompt-info prompt-warning
     prompt-danger noteclassic noteimportant notetip notewarning notice--info notice--warning
     notice--danger notice--success notice--primary alert-box box`,
  ],
  [
    CALLOUT_TITLE,
    `title admonition-title admonition-heading markdown-alert-title callout-title custom-block-title
     custom-container-title hint-container-title starlight-aside__title alert-heading callout-header
     callout-heading message-header blockquote-tag-title notice-title box-label note-title
     gdoc-hint__title alert-title callout__title admonition__title callout-title-container hint-title`,
  ],
  [
    LINES,
    `whitespace-pre whitespace-pre-wrap whitespace-pre-line whitespace-break-spaces white-space-pre
     white-space-pre-wrap white-space-pre-line pre-wrap pre-line text-pre-wrap text-pre-line`,
  ],
  [
    SIDENOTE,
    `footref inline-footnote modern-footnotes-footnote modern-footnotes-footnote__note margin-toggle sidenote marginnote side-note margin-note sidenote-content footnote-inline
     ltx_role_footnote ltx_role_endnote ltx_role_footnotetext ltx_role_thanks`,
  ],
  [TAB_LABELS, `tabbed-labels tabs__labels tab-labels code-tabs__labels tabs sd-tab-label nav-tabs`],
  [TAB_PANELS, `tabbed-content blocks tabs__content`],
  [
    PERMALINK,
    `headerlink header-anchor heading-anchor hash-link anchor anchorjs-link permalink heading-link
     octicon-link anchor-link headerlink-anchor subheading-anchor heading-permalink direct-link
     anchor-heading sl-anchor-link header-link anchor-icon editsection toclink-anchor
     headline-anchor devsite-heading-link`,
  ],
  [
    UNSEEN,
    `sr-only visually-hidden visuallyhidden screen-reader-text screen-reader-only screenreader-only
     a11y-hidden u-visually-hidden assistive-text show-for-sr element-invisible clip-text a-offscreen
     cdk-visually-hidden offscreen off-screen hide-visually ada-hidden a11y-text elementor-screen-only`,
  ],
  [EMOJI, `emoji wp-smiley twemoji emojione joypixels gemoji emoticon smilie smilies smiley`],
  [
    NARROW,
    `sm:hidden md:hidden lg:hidden xl:hidden d-sm-none d-md-none d-lg-none d-xl-none visible-xs visible-sm
     visible-xs-block visible-xs-inline show-for-small-only mobile-only show-mobile only-mobile hide-desktop
     elementor-hidden-desktop`,
  ],
  [
    WIDE,
    `d-none hidden hidden-xs hidden-sm hide-for-small-only desktop-only show-desktop only-desktop hide-mobile
     hide-on-mobile max-md:hidden max-sm:hidden max-lg:hidden elementor-hidden-mobile elementor-hidden-phone`,
  ],
  [
    CONCEALED,
    `w-form-done w-form-fail w-condition-invisible mfp-hide section-metadata ipstime__short print-only
     only-print show-for-print visible-print visible-print-block visible-print-inline`,
  ],
  [OLD_PRICE, `price--rrp price--compare price--non-sale price__compare striked text-strike strike`],
  [PRICE_FORM, `price__regular price__sale`],
  [ATTRIBUTION, `attribution quote-attribution blockquote-footer quote-author quote-caption quote-source`],
  [
    ICON,
    `material-icons material-symbols-outlined material-symbols-rounded material-icons-outlined iconify
     octicon callout-icon admonition-icon kg-callout-emoji starlight-aside__icon admonitionicon
     callout-fold icon`,
  ],
  [
    CODE_TITLE,
    `code-block-title code-title codeblock-title code-block-caption filename code-filename
     gatsby-code-title remark-code-title code-block-header code-block__title codeblocktitle codeheader
     file-name file-header rehype-code-title code-caption code-example-title frame-title
     code-header__title vp-code-block-title-text`,
  ],
  [
    CODE_LINE,
    `line code-line token-line codemirror-line cm-line view-line ace_line crayon-line cl row-line
     blob-code hljs-ln-line react-code-text codeline`,
  ],
  [
    SIGNATURE,
    `memproto member-signature type-signature package-signature module-signature tsd-signature signature-attributes`,
  ],
  [SUMMARY_TABLE, `summary-table`],
  [
    SUMMARY_CELL,
    `col-first col-second col-last col-constructor-name col-summary-item-name col-deprecated-item-name`,
  ],
  [LATEXML, `ltx_eqn_table ltx_tag_item ltx_tag_note ltx_note_type ltx_role_footnotemark`],
  [
    PROMPT,
    `gp prompt shell-prompt command-line-prompt console-prompt unselectable no-select select-none
     input_prompt output_prompt jp-inputprompt jp-outputprompt`,
  ],
  [
    DISCLOSED,
    `callout-content admonition-content callout-body tab-pane tab-panel tabpanel tab-content tabs-panel tabbed-block accordion-collapse accordion-body
     accordion-content accordion-panel collapse collapsible-content faq-answer sd-tab-content
     tabcontent`,
  ],
];

const TOKENS = new Map<string, number>();
for (const [bits, tokens] of CLASSES) {
  for (const token of tokens.split(/\s+/)) TOKENS.set(token, (TOKENS.get(token) ?? 0) | bits);
}

/** Words inside longer tokens (`codeBlockContainer_Ckt0`, `admonitionHeading_Gvgb`), with what they mean. */
const PARTS: readonly (readonly [string, number])[] = [
  ['mathjax', MATH],
  ['language-', CODE],
  ['lang-', CODE],
  ['codeblockcontainer', CODE],
  ['codeblocktitle', CODE_TITLE],
  ['codeblocklinenumber', GUTTER],
  ['buttongroup', COPY],
  ['copybutton', COPY],
  ['copy-button', COPY],
  ['codeblock-button', COPY],
  ['admonitionheading', CALLOUT_TITLE],
  ['admonitionicon', ICON],
  ['admonition', CALLOUT],
  ['linenumber', GUTTER],
  ['line-number', GUTTER],
  ['linenr', GUTTER],
  ['callout', CALLOUT],
  ['not-sr-only', 0],
  ['visually-hidden', UNSEEN],
  ['visuallyhidden', UNSEEN],
  ['hidden-visually', UNSEEN],
  ['screen-reader', UNSEEN],
  ['screenreader', UNSEEN],
  ['sr-only', UNSEEN],
  ['sronly', UNSEEN],
  ['sr-text', UNSEEN],
  ['old-price', OLD_PRICE],
  ['oldprice', OLD_PRICE],
  ['price-old', OLD_PRICE],
  ['--old', OLD_PRICE],
  ['was-price', OLD_PRICE],
  ['price-was', OLD_PRICE],
  ['compare-at', OLD_PRICE],
  ['compareat', OLD_PRICE],
  ['line-through', OLD_PRICE],
  ['strikethrough', OLD_PRICE],
  ['strike-through', OLD_PRICE],
  ['striked-out', OLD_PRICE],
];

/** Class attributes longer than this are read only so far: no generator writes its own name later. */
const MAX_CLASS_CHARS = 600;

/** Bits for the class attribute of a node; `cache` as in `classTraits`. */
export function traitsOf(node: HtmlNode, cache: TraitCache): number {
  return classTraits(attr(node, 'class') ?? '', cache);
}

/** Bits for the value of a class attribute; `cache` holds the answers of this page. */
export function classTraits(value: string, cache: TraitCache): number {
  const known = cache.get(value);
  if (known !== undefined) return known;
  let bits = 0;
  const lower = value.slice(0, MAX_CLASS_CHARS).toLowerCase();
  for (const token of lower.split(/[ \t\n\f\r]+/)) {
    let own = TOKENS.get(token) ?? cache.get(token);
    if (own === undefined) {
      own = partTraits(token);
      // A class of one token has the token's own bits.
      cache.set(token, own);
    }
    bits |= own;
  }
  cache.set(value, bits);
  return bits;
}

function partTraits(token: string): number {
  for (const [part, bits] of PARTS) if (token.includes(part)) return bits;
  return 0;
}
