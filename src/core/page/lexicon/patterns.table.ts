import { ANYWHERE, EDITORS, FURNITURE, HEADED, ORIGINS } from './furniture.table.ts';
import type { PatternRow } from './role-row.ts';

const AD_PLACES =
  'slot|unit|banner|container|wrapper|wrap|box|block|placement|label|space|zone|holder|inner|frame|area|section|' +
  'content|text|leaderboard|sidebar|mpu|native|inline';
const AD_KINDS = 'google|gpt|dfp|inline|native|display|text|banner|content|article';

// linear: alternatives of fixed words, none of which repeats.
const namesIn = (names: readonly string[]): RegExp =>
  new RegExp(`(?:^|[\\s_-])(?:${names.join('|')})(?=[\\s_\\d-]|$)`, 'i');

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
  ['furniture', namesIn(FURNITURE.map(([, names]) => names))],
  [
    'furnitureAnywhere',
    namesIn(FURNITURE.filter(([kind]) => ANYWHERE.includes(kind)).map(([, names]) => names)),
  ],
  ['headedFurniture', namesIn(FURNITURE.filter(([kind]) => HEADED.includes(kind)).map(([, names]) => names))],
  [
    'neverContent',
    namesIn(FURNITURE.filter(([kind]) => kind === EDITORS || kind === ORIGINS).map(([, names]) => names)),
    'MediaWiki, Doxygen',
  ],
  [
    'popUp',
    /(?:^|\s)(?:tool-?tip|popover|hover-?card)(?:__|--?)?(?:content|text|inner|body|bubble|panel)(?:\s|$)/i,
  ],
  ['layoutVariant', /ssr-variant/, 'Framer'],
  ['pullQuote', /pull-?quote/i],
  // Threads: `posts`, `post-card` and `post-title` are no posts.
  [
    'post',
    /(?:(?:^|[\s_-])(?:post|message|msg|comment|reply|answer|email|status|toot|tweet)|[a-z](?:Post|Message|Comment|Reply|Answer))(?:[_-]?(?:wrapper|container|bit))?[_-]?\d*(?=\s|$)/,
  ],
  // Where readers answer to a text: `comments-area`, `comment-list`, `disqus_thread`.
  [
    'comments',
    /(?:^|[\s_-])(?:comments|comment-?(?:list|area|section|thread|wrap(?:per)?|container|stream)|disqus[_-]thread)(?=[\s_-]|$)/i,
  ],
  ['author', /(?:^|[\s_-])(?:by-?line|authors?|author-?name|writer|posted-?by)(?=[\s_-]|$)/i],
  // Who wrote a page, as its metadata takes it.
  // `byline`, `entry-author`, `author-name`, `c-byline__author`. The word itself comes first: it is found fast, and mostly not there.
  [
    'byline',
    /(?:by-?line|author|writer)(?=(?:(?:--?|__?)(?:names?|link|byline|authors?))?(?:\s|$))(?<=(?:^|\s)(?!(?:no|single)-)(?:[a-z]{1,20}(?:--?|__?))?(?:by-?line|(?:(?:post|article|entry)-?)?author|writer))/i,
  ],
  // `postAuthorName_x7`, `post-detail__meta-author`.
  [
    'authorName',
    /(?:^|[^A-Za-z])(?:author|by-?line|writer|contributor)s?(?![a-z])|[a-z_-](?:Author|By[lL]ine|Writer|Contributor)s?(?![a-z])/,
  ],
  // A biography, a picture, the author of a comment.
  [
    'aboutAuthor',
    // linear: fewer than 300 characters are asked.
    /(?:no-|not-|single-|comment|review|testimonial|quote|customer)[\w-]*(?:author|writer|byline)|(?:author|writer|byline|contributor)s?[\w-]*(?:bio|avatar|image|img|photo|pic|desc|about|social|title|job|role|date|time|share|posts|archive|follow|credentials|position|card|quote)/i,
  ],
  ['nameInByline', /(?:^|[\s_-])(?:user-?name|name|author)(?:$|[\s_-])/i],
  ['anyName', /name/i],
  ['authorOfPaper', /(?:^|\s)ltx_personname(?=\s|$)/, 'LaTeXML'],
  ['noteToName', /^ltx_note(?=\s|$)/, 'LaTeXML'],
  // Times and titles.
  ['timeOfChange', /(?:^|[\s_-])(?:changed|updated|modified)(?:$|[\s_-])/i],
  ['timeOfPublication', /publish/i],
  ['threadPrefix', /(?:^|\s)prefix(?=\s|$)/, 'vBulletin'],
  ['afterThreadPrefix', /(?:^|\s)label-append(?=\s|$)/, 'XenForo'],
  // What stands where scripts will put the page.
  [
    'placeholder',
    /(?:^|[\s_-])(?:skeleton|spinner|loader|loading|preloader|placeholder|shimmer)(?:$|[\s_-])/i,
  ],
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
    'chosen',
    /(?:^|[\s_-])(?:active|current|selected|checked|open|shown?|visible|on)(?=\s|$)/i,
    'Fandom, jQuery UI',
  ],
  ['drawnFormula', /katex|MathJax/, 'KaTeX, MathJax'],
  // Lines of code that a highlighter colours.
  [
    'addedLine',
    /(?:^|\s)(?:diff add|(?:(?:ec-)?line|highlight) ins|ins (?:(?:ec-)?line|highlight)|blob-code-addition|add-code|d2h-ins|diff-add(?:ed)?|(?:line-added|added-line|inserted-line))(?=\s|$)/,
    'Shiki, Expressive Code, GitHub, Gitea, diff2html',
  ],
  [
    'removedLine',
    /(?:^|\s)(?:diff remove|(?:(?:ec-)?line|highlight) del|del (?:(?:ec-)?line|highlight)|blob-code-deletion|del-code|d2h-del|diff-removed?|(?:line-removed|removed-line|deleted-line))(?=\s|$)/,
    'Shiki, Expressive Code, GitHub, Gitea, diff2html',
  ],
  // Pictures in the content.
  ['portrait', /(?:^|[\s_-])(?:gr)?avatars?(?:$|[\s_-])/i],
  [
    'iconPicture',
    /(?:^|[\s_-])icons?(?:$|[\s_-])|(?:^|\s)(?:[wh]|size)-[1-8](?:$|\s)|(?:^|\s)(?:author|person|profile|reviewer|user)[_-](?:image|img|photo|pic)/i,
    'Tailwind: up to 32 CSS pixels; portraits beside a name',
  ],
  ['logo', /logo(?![a-z])/i],
  [
    'darkPicture',
    /(?:^|[\s:])dark:(?:block|inline|inline-block|flex)(?=\s|$)|--dark(?=[_\s]|$)|(?:^|\s)(?:only-dark|dark-only|show-dark|dark-mode-show\S*)(?=\s|$)/i,
    'Tailwind, Docusaurus, Sphinx',
  ],
  [
    'hoverPicture',
    /(?:^|[\s_-])(?:hover|rollover)(?:[_-](?:image|img))?(?=\s|$)|(?:^|\s)hover-(?:gallery-)?(?:image|img)(?=\s|$)|secondary[_-](?:image|img)|(?:image|img)--secondary/i,
  ],
  [
    'alignedPicture',
    /(?:^|\s)(?:align-?|float-|pull-|image-)(?:left|right|center|start|end)(?=\s|$)/i,
    'WordPress, Bootstrap',
  ],
  ['lazyPicture', /lazy/],
  ['formulaPicture', /mwe-math|-(?:formula|equation)(?:\s|$)/, 'MediaWiki, QuickLaTeX'],
  // Links and boxes in a line.
  [
    'coveringLink',
    /stretched|cover|overlay|inset-0|column-anchor|(?:card|box|block|tile|teaser|item|full)[\w-]{0,20}link|link[\w-]{0,20}(?:card|box|block|tile|full|area|wrap)/i,
  ],
  ['drawnSeparator', /^(?:sep|separator|divider)$/i, 'gi-docgen'],
  ['iconOrStar', /icon|star/i],
  ['parameterName', /name$/i],
  ['parameterType', /type$/i],
  [
    'partOfDatum',
    /(?:^|[\s_-])(?:cents?|decimals?|dec|fraction|frac|minor|pence|suffix|prefix|digits?|ordinal|char|letter|plural)(?=[\s_-]|$)/i,
  ],
  [
    'datum',
    /(?:^|[\s_-])(label|key|value|val|user-?name|nick-?name|name|title|term|day|date|month|time|hours?|type|role|status|badge|price|count|num|number|verse|unit|property|required)(?=[\s_-]|$)/i,
  ],
  ['tooltip', /tool-?tip/i],
  ['changedWords', /(?:^|\s)idiff\s[a-z ]{0,20}(addition|deletion)(?=\s|$)/, 'GitLab'],
  // Blocks.
  ['postBody', /(?:^|\s)post-?(?:content|body|text|message)(?:\s|$)/i, 'vBulletin'],
  ['dateHeading', /(?:^|[\s_-])date(?:line|-header)?(?=\s|$)/i],
  ['steps', /\bsteps?\b/i],
  ['googleLevel', /(?:^|\s)lst-kix_\w+-(\d)(?=\s|$)/, 'Google Docs'],
  ['rating', /rating|star(?![a-z])/i],
  ['orgItem', /^(?:on|off|trans)$/, 'Org mode'],
  ['doneItem', /(?:^|\s)checked(?:\s|$)/, 'Confluence, Chirpy'],
  ['keptNote', /footnote-?_?content|footnote__note|note[-_]content|footnote-text/i],
  ['noteAnywhere', /(?:^|\s)ltx_role_/, 'LaTeXML'],
  // Tables.
  ['headCell', /(?:^|[\s_-])(?:th|head|header|heading|thead)(?=$|[\s_-])/i],
  [
    'cellAlign',
    /(?:^|[\s_-])(?:text|align|halign|has-text|ta|column-align|markdownTable(?:Head|Body))[_-]?(left|right|center|centered|end|start)(?=$|\s)/i,
  ],
  // Formulas.
  ['chosenTypeset', /(?:^|\s)(?:mathjax|jp-renderedmarkdown)(?=\s|$)/i, 'arXiv, Jupyter'],
  [
    'renderedFormula',
    /(?:^|\s)(?:katex(?:-display)?|mathjax\w*|mjx-chtml|mwe-math-element|ltx_math|temml|ml__latex)(?:\s|$)/i,
  ],
  ['mathJaxBox', /mathjax/i, 'MathJax'],
  // linear: fewer than 300 characters are asked.
  ['displayFormula', /display(?!.*inline)(?<!inline.*display)/i],
  ['displayInside', /katex-display|mathjax(?:(?!mathjax)\w)*_display|fallback-image-display/i],
  ['displayAround', /katex-?display|mathjax(?:(?!mathjax)\w)*_display|(?:^|\s)math[\s-]+(?:display|block)/i],
  [
    'rawFormula',
    /(?:^|\s)(?:math(?:-inline|-display|-block|\s+inline|\s+display)?|ql-formula)(?:\s|$)/,
    'Pandoc, Stack Exchange, Quill',
  ],
  ['displayName', /display|block/],
  ['displayText', /display/],
  ['displayPicture', /-display/],
  // Code.
  ['gitLine', /^(?:pre|diff header)$/, 'gitweb'],
  ['fileName', /(?:^|[\s_-])(?:file-?name|blob-name)(?=\s|$)/i, 'GitHub'],
  ['highlightBox', /highlight|sourceCode|syntaxhighlighter|hljs|codehilite|prism/i],
  ['highlightedCode', /(?:^|\s)(?:hljs|lang(?:uage)?-)/],
  // Who sees it.
  [
    'onPaper',
    /(?:^|\s)(?:d-print-|print:!?)(?:block|flex|grid|inline|table|contents|list-item)/,
    'Bootstrap, Tailwind',
  ],
  [
    'onSomeScreens',
    /(?:^|\s)(?:d-(?:sm|md|lg|xl|xxl)-(?!none)|(?!print:)\S{1,40}:!?(?:block|flex|grid|inline|table|contents|list-item))/,
    'Bootstrap, Tailwind',
  ],
  ['onlyHidden', /^d-none$/, 'Bootstrap'],
  ['wordItem', /^MsoListParagraph/, 'Word'],
] as const satisfies readonly PatternRow[];
