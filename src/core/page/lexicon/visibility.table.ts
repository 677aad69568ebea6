import type { RoleRow } from './role-row.ts';

/** Who sees an element: screen readers alone, narrow or wide screens, nobody, or whoever opens it. */
export const VISIBILITY_NAMES = [
  ['screenReaderOnly', 'sr-only', 'Starlight', 'code'],
  ['screenReaderOnly', 'visually-hidden', 'MDN', 'code'],
  ['screenReaderOnly', 'visuallyhidden', 'Apple', 'inline'],
  ['screenReaderOnly', 'screen-reader-text', 'WooCommerce', 'flow'],
  ['screenReaderOnly', 'screen-reader-only', 'Quarto', 'callouts'],
  ['screenReaderOnly', 'hide-visually ada-hidden', 'plain', 'inline'],
  [
    'screenReaderOnly',
    `screenreader-only a11y-hidden u-visually-hidden assistive-text show-for-sr element-invisible
     clip-text a-offscreen cdk-visually-hidden offscreen off-screen a11y-text elementor-screen-only`,
  ],
  ['narrowOnly', 'd-md-none', 'Bootstrap', 'inline'],
  ['narrowOnly', 'elementor-hidden-desktop', 'Elementor', 'flow'],
  [
    'narrowOnly',
    `sm:hidden md:hidden lg:hidden xl:hidden d-sm-none d-lg-none d-xl-none visible-xs visible-sm
     visible-xs-block visible-xs-inline show-for-small-only mobile-only show-mobile only-mobile
     hide-desktop`,
  ],
  ['wideOnly', 'd-none', 'Stack Exchange', 'flow'],
  ['wideOnly', 'hidden', 'what is for readers on paper alone', 'flow'],
  ['wideOnly', 'elementor-hidden-mobile', 'Elementor', 'flow'],
  [
    'wideOnly',
    `hidden-xs hidden-sm hide-for-small-only desktop-only show-desktop only-desktop hide-mobile
     hide-on-mobile max-md:hidden max-sm:hidden max-lg:hidden elementor-hidden-phone`,
  ],
  ['concealed', 'w-form-done w-form-fail w-condition-invisible', 'Webflow', 'flow'],
  ['concealed', 'badge-notification', 'Discourse'],
  ['concealed', 'mfp-hide', 'Magnific Popup', 'flow'],
  ['concealed', 'section-metadata', 'Adobe Edge Delivery', 'flow'],
  ['concealed', 'ipstime__short', 'Invision', 'flow'],
  ['concealed', 'visible-print-block', 'what is for readers on paper alone', 'flow'],
  ['concealed', 'printfooter', 'MediaWiki', 'flow'],
  ['concealed', 'gist-meta', 'GitHub', 'code'],
  ['concealed', 'print-only only-print show-for-print visible-print visible-print-inline'],
  ['disclosed', 'callout-content', 'Obsidian Publish', 'callouts'],
  ['disclosed', 'admonition-content', 'Docusaurus 2', 'callouts'],
  ['disclosed', 'callout-body', 'Quarto', 'callouts'],
  ['disclosed', 'tab-pane tab-content', 'Bootstrap 5', 'flow'],
  ['disclosed', 'tabbed-block', 'MkDocs Material', 'code'],
  ['disclosed', 'accordion-collapse collapse', 'plain', 'flow'],
  ['disclosed', 'sd-tab-content', 'Sphinx-design', 'code'],
  [
    'disclosed',
    `tab-panel tabpanel tabs-panel accordion-body accordion-content accordion-panel
     collapsible-content faq-answer tabcontent`,
  ],
  ['seeThrough', 'opacity-0', 'Tailwind'],
  ['nowhere', 'hidden d-none', 'Bootstrap, Tailwind'],
  ['opensOver', 'mfp-hide', 'Magnific Popup'],
] as const satisfies readonly RoleRow[];
