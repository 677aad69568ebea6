import { FURNITURE } from './furniture.table.ts';
import type { PatternRow } from './role-row.ts';

const AD_PLACES =
  'slot|unit|banner|container|wrapper|wrap|box|block|placement|label|space|zone|holder|inner|frame|area|section|' +
  'content|text|leaderboard|sidebar|mpu|native|inline';
const AD_KINDS = 'google|gpt|dfp|inline|native|display|text|banner|content|article';

/** Roles that names tell by a part, by several words, or by what they do not say. */
export const NAME_PATTERNS = [
  // What stands around a text.
  [
    'advertisement',
    // `ad` only beside the kind or the place of one.
    new RegExp(
      `(?:^|[\\s_-])(?:advertisements?|adverts?|advertising|advertorial|adsbygoogle|sponsored|` +
        `ads?[_-]?(?:${AD_PLACES})s?|(?:${AD_KINDS})[_-]ads?)(?:$|[\\s_\\d-])`,
      'i',
    ),
  ],
  [
    'furniture',
    // linear: alternatives of fixed words, none of which repeats.
    new RegExp(`(?:^|[\\s_-])(?:${FURNITURE.map(([, names]) => names).join('|')})(?=[\\s_\\d-]|$)`, 'i'),
  ],
  [
    'popUp',
    /(?:^|\s)(?:tool-?tip|popover|hover-?card)(?:__|--?)?(?:content|text|inner|body|bubble|panel)(?:\s|$)/i,
  ],
  ['opens', /tab|accord|collaps|panel|toggle|expand|faq|dropdown-content|readmore|read-more/i],
  [
    'clone',
    /(?:^|\s)(?:slick-cloned|swiper-slide-duplicate|(?:splide|glide)__slide--clone|bx-clone|tns-slide-cloned)(?=\s|$)/,
    'Slick, Swiper, Splide, Glide, bxSlider, Tiny Slider',
  ],
  ['layoutVariant', /ssr-variant/, 'Framer'],
  // Threads: `posts`, `post-card` and `post-title` are no posts.
  [
    'post',
    /(?:(?:^|[\s_-])(?:post|message|msg|comment|reply|answer|email|status|toot|tweet)|[a-z](?:Post|Message|Comment|Reply|Answer))(?:[_-]?(?:wrapper|container|bit))?[_-]?\d*(?=\s|$)/,
  ],
  ['memberName', /(?:^|[\s_-])(?:author|username|user-name|poster|nickname|display-?name)(?=\s|$)/i],
  ['aboutMember', /author|user|member|poster|profile/i],
  // Dates of other things than a post: when it was changed, when its author joined.
  ['otherDate', /edit|modif|update|join|regist|since|signature|activ/i],
  ['author', /(?:^|[\s_-])(?:by-?line|authors?|author-?name|writer|posted-?by)(?=[\s_-]|$)/i],
  // Pictures.
  ['iconOrPortrait', /avatar|(?:^|[\s_-])icons?(?:$|[\s_-])/i],
  [
    'caption',
    /(?:^|\s)(?:wp-caption-text|thumbcaption|(?:\w+[-_]{1,2})?(?:fig)?captions?)(?:\s|$)/,
    'WordPress, MediaWiki, publishers of papers',
  ],
  [
    'figure',
    /(?:^|\s)(?:wp-caption|wp-block-image|thumb t(?:right|left|none)|captioned-image-container|lightbox-wrapper|(?:\w+-)?fig(?:ure)?)(?:\s|$)/,
    'WordPress, MediaWiki, Substack, Discourse, publishers of papers',
  ],
  [
    'featuredPicture',
    /(?:^|[\s_-])(?:wp-post-image|featured?-image|(?:post|article|entry)-(?:hero|thumbnail|image|thumb))(?=[\s_-]|$)/,
    'WordPress, Ghost, Webflow',
  ],
  ['ofAuthor', /author|avatar|(?:^|[\s_-])bio(?=[\s_-]|$)/],
  // Units.
  [
    'tabBox',
    /(?:^|\s)(?:tabbed-set|tabs-container|sphinx-tabs|sd-tab-set|code-tabs|tab-group)(?=\s|$)/,
    'MkDocs Material, Docusaurus, Sphinx, shortcodes of Hugo',
  ],
  ['drawnFormula', /katex|MathJax/, 'KaTeX, MathJax'],
] as const satisfies readonly PatternRow[];
