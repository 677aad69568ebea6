/** Hosts and paths of the pages on which a reader shares another page. */
const SHARE = new RegExp(
  `^(?:mailto:\\?|https?://(?:[\\w-]+\\.)*(?:${[
    'facebook\\.com/(?:sharer|share\\.php|dialog/(?:share|feed))',
    '(?:twitter|x)\\.com/(?:intent/(?:tweet|post)|share\\b|home\\?status)',
    'linkedin\\.com/(?:shareArticle|sharing/|cws/share)',
    'pinterest\\.(?:[a-z]+\\.)?[a-z]+/pin/create',
    'reddit\\.com/submit',
    'tumblr\\.com/(?:share|widgets/share)',
    '(?:t|telegram)\\.me/share',
    '(?:api|web)\\.whatsapp\\.com/send',
    'wa\\.me/\\?text',
    'bsky\\.app/intent/compose',
    'threads\\.(?:net|com)/intent',
    'vk\\.com/share',
    'connect\\.ok\\.ru/offer',
    'xing\\.com/spi/shares',
    'getpocket\\.com/(?:save|edit)',
    'news\\.ycombinator\\.com/submitlink',
    'line\\.me/(?:R/(?:msg|share)|lineit/share)',
    'service\\.weibo\\.com/share',
    'b\\.hatena\\.ne\\.jp/(?:entry|add)',
    'share\\.flipboard\\.com/bookmarklet',
    'digg\\.com/submit',
    'buffer\\.com/add',
  ].join('|')}))`,
  'i',
);

/** Whether an address is one that shares a page: with nobody named, it is no mail to anybody. */
export function isShareLink(url: string): boolean {
  return SHARE.test(url);
}
