/** The kind of what a page asks of those who have read it. */
const QUESTIONS = 'questions about the page';

/** The kind of what counts the slides of a show. */
const SLIDES = 'places of slides';

/** The kind of what those who write a wiki ask of each other. */
export const EDITORS = 'notices to editors';

/** The kind of what says on each page of a wiki or a manual where it is from. */
export const ORIGINS = 'names of the site';

/** Kinds that are told by their names on pages of any length. */
export const ANYWHERE = [QUESTIONS, SLIDES, EDITORS, ORIGINS];

/** Kinds whose boxes have headings of their own: what readers are asked, told or led on to. */
export const HEADED = [QUESTIONS, 'newsletter', 'related pages', 'notices', 'forms', 'advertising'];

/**
 * Names that authors and content systems give, by class, identifier or label, to what stands around a text and is none of it.
 * A row a kind; a name matches whole words of it.
 */
export const FURNITURE: readonly (readonly [kind: string, names: string])[] = [
  [
    'sharing',
    'share|sharing|sharedaddy|addtoany|addthis|social|socials|follow-?us|like-?button|likes?|partager?|teilen|compartir|condividi|delen',
  ],
  ['newsletter', 'newsletters?|subscribe|subscription|sign-?up|mailing-?list|opt-?in|abo-?box|blog-?feeds'],
  [
    'related pages',
    'related|recommended|recommendations?|read-?(?:also|more)|(?:lire|voir)-?aussi|lees-?ook|leggi-?anche|leia-?(?:mais|tambem)|more-?(?:news|stories|posts)|popular|trending|teasers?|neighbou?rs?',
  ],
  [
    'ways through the site',
    'breadcrumbs?|crumbs?|pagination|pager|prev-?next|post-?nav(?:igation)?|nav-?links?|back-?to-?top|skip-?link|site-?links?|sub-?menu',
  ],
  [
    SLIDES,
    'swiper-pagination|slick-dots|splide__pagination|glide__bullets|carousel-indicators|slide-?(?:counter|count|number)',
  ],
  [QUESTIONS, 'feedback|helpful|was-?this-?helpful|survey|poll|rate-?(?:this|form|us)|rating-?form'],
  [
    'counts of votes',
    'vote-?(?:counts?|cell|box|counter|score|arrows?|buttons?|controls?|widget)|up-?votes?|down-?votes?',
  ],
  [EDITORS, '[acfot]mbox|bandeau-article'],
  [ORIGINS, 'sitesub|projectname|projectbrief'],
  ['notices', 'cookies?|cookie-?(?:bar|notice|banner)|consent|gdpr|app-?banner|notice-?bar'],
  [
    'forms',
    'comment-?form|respond|leave-?(?:a-?)?reply|reply-?form|search-?(?:form|box|bar)|login(?:-?form)?|guest-?book',
  ],
  ['tags', 'tags|tag-?(?:cloud|links?|list)|post-?tags|cat-?links'],
  [
    'tools',
    'tools|toolbar|no-?print|d-print-none|hidden-print|print(?:-?(?:button|link|friendly))?|jump-?to|page-?actions?|post-?actions|entry-?actions|lang(?:uage)?-?(?:picker|switcher|select)|accessibility|visitors?|visitor-?counter',
  ],
  [
    'advertising',
    'ads?|adverts?|advertisements?|advertising|sponsor(?:ed|s)?|promo(?:ted|tion)?|werbung|anzeige|publicidad|publicite|reklama|banner',
  ],
];
