/** A player or post embedded by address: the page a reader would open, and what to call it without a title. */
interface Embed {
  readonly url: string;
  readonly name: string;
}

/**
 * Players by their embed address without its scheme and `www.`, of which the first counts; their page with the groups of it
 * (`$0`: all); what they are called.
 */
const PLAYERS_BY_ADDRESS: readonly (readonly [pattern: RegExp, page: string, name: string])[] = [
  [
    /^(?:m\.)?youtube(?:-nocookie)?\.com\/(?:embed|v|shorts|live)\/(?!videoseries)([\w-]{6,})/,
    'www.youtube.com/watch?v=$1',
    'YouTube video',
  ],
  [
    /^youtube(?:-nocookie)?\.com\/embed\/videoseries\?(?:.*&)?list=([\w-]+)/,
    'www.youtube.com/playlist?list=$1',
    'YouTube playlist',
  ],
  [/^player\.vimeo\.com\/video\/(\d+)/, 'vimeo.com/$1', 'Vimeo video'],
  [/^dailymotion\.com\/embed\/video\/(\w+)/, 'www.dailymotion.com/video/$1', 'Dailymotion video'],
  [/^platform\.(?:twitter|x)\.com\/embed\/.*[?&]id=(\d+)/, 'x.com/i/status/$1', 'Post on X'],
  [/^open\.spotify\.com\/embed\/(\w+\/\w+)/, 'open.spotify.com/$1', 'Spotify'],
  [/^embed\.podcasts\.apple\.com\/(.+)$/, 'podcasts.apple.com/$1', 'Apple Podcasts'],
  [/^instagram\.com\/(p|reel|tv)\/([\w-]+)\/embed/, 'www.instagram.com/$1/$2/', 'Instagram post'],
  [/^tiktok\.com\/embed\/(?:v\d\/)?(\d+)/, 'www.tiktok.com/video/$1', 'TikTok video'],
  [
    /^embed\.bsky\.app\/embed\/([\w:.]+)\/app\.bsky\.feed\.post\/(\w+)/,
    'bsky.app/profile/$1/post/$2',
    'Post on Bluesky',
  ],
  [/^loom\.com\/embed\/(\w+)/, 'www.loom.com/share/$1', 'Loom video'],
  [/^codepen\.io\/([\w-]+)\/(?:embed|full)(?:\/preview)?\/(\w+)/, 'codepen.io/$1/pen/$2', 'CodePen'],
  [/^(jsfiddle\.net\/.+?)\/embedded/, '$1/', 'JSFiddle'],
  [/^docs\.google\.com\/(?:document|spreadsheets|presentation|forms)\/[\w/-]+/, '$0', 'Google Docs'],
  [/^s9e\.github\.io\/iframe\/\d\/twitter(?:\.min)?\.html#(\d+)/, 'x.com/i/status/$1', 'Post on X'],
  [/^codesandbox\.io\/embed\/([^?#]+)/, 'codesandbox.io/s/$1', 'CodeSandbox'],
];

/** Hosts whose frames are content although they have no page of their own to name. */
const PLAYERS =
  /^https?:\/\/(?:[\w-]+\.)*(?:soundcloud\.com|wistia\.(?:com|net)|twitch\.tv|facebook\.com\/plugins\/(?:video|post)|stackblitz\.com|bandcamp\.com|observablehq\.com|figma\.com|ted\.com|archive\.org|bilibili\.com|slideshare\.net|speakerdeck\.com|datawrapper\.de|flourish\.studio|replit\.com|google\.com\/maps|kaggle\.com)/;

/** What an embed's address stands for; null when it is no player we know. */
export function embedOf(url: string): Embed | null {
  const address = url.replace(/^https?:\/\/(?:www\.)?/, '');
  for (const [pattern, page, name] of PLAYERS_BY_ADDRESS) {
    const match = pattern.exec(address);
    if (match !== null)
      return { url: `https://${page.replace(/\$(\d)/g, (_, group) => match[group]!)}`, name };
  }
  const host = PLAYERS.test(url) ? /^https?:\/\/(?:www\.)?([^/:?#]+)/.exec(url)?.[1] : undefined;
  return host === undefined ? null : { url, name: host };
}
