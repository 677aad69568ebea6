/** A player or post embedded by address: the page a reader would open, and what to call it without a title. */
interface Embed {
  readonly url: string;
  readonly name: string;
}

/** Players by the form of their embed address, of which the first counts; that of their page with its groups; what they are called. */
const PLAYERS_BY_ADDRESS: readonly (readonly [pattern: RegExp, page: string, name: string])[] = [
  [
    /^https?:\/\/(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:embed|v|shorts|live)\/(?!videoseries)([\w-]{6,})/,
    'https://www.youtube.com/watch?v=$1',
    'YouTube video',
  ],
  [
    /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/videoseries\?(?:.*&)?list=([\w-]+)/,
    'https://www.youtube.com/playlist?list=$1',
    'YouTube playlist',
  ],
  [/^https?:\/\/player\.vimeo\.com\/video\/(\d+)/, 'https://vimeo.com/$1', 'Vimeo video'],
  [
    /^https?:\/\/(?:www\.)?dailymotion\.com\/embed\/video\/(\w+)/,
    'https://www.dailymotion.com/video/$1',
    'Dailymotion video',
  ],
  [
    /^https?:\/\/platform\.(?:twitter|x)\.com\/embed\/.*[?&]id=(\d+)/,
    'https://x.com/i/status/$1',
    'Post on X',
  ],
  [/^https?:\/\/open\.spotify\.com\/embed\/(\w+\/\w+)/, 'https://open.spotify.com/$1', 'Spotify'],
  [/^https?:\/\/embed\.podcasts\.apple\.com\/(.+)$/, 'https://podcasts.apple.com/$1', 'Apple Podcasts'],
  [
    /^https?:\/\/(?:www\.)?instagram\.com\/(p|reel|tv)\/([\w-]+)\/embed/,
    'https://www.instagram.com/$1/$2/',
    'Instagram post',
  ],
  [
    /^https?:\/\/(?:www\.)?tiktok\.com\/embed\/(?:v\d\/)?(\d+)/,
    'https://www.tiktok.com/video/$1',
    'TikTok video',
  ],
  [
    /^https?:\/\/embed\.bsky\.app\/embed\/([\w:.]+)\/app\.bsky\.feed\.post\/(\w+)/,
    'https://bsky.app/profile/$1/post/$2',
    'Post on Bluesky',
  ],
  [/^https?:\/\/(?:www\.)?loom\.com\/embed\/(\w+)/, 'https://www.loom.com/share/$1', 'Loom video'],
  [
    /^https?:\/\/codepen\.io\/([\w-]+)\/(?:embed|full)(?:\/preview)?\/(\w+)/,
    'https://codepen.io/$1/pen/$2',
    'CodePen',
  ],
  [/^(https?:\/\/(?:www\.)?jsfiddle\.net\/.+?)\/embedded/, '$1/', 'JSFiddle'],
  [
    /^https?:\/\/docs\.google\.com\/(?:document|spreadsheets|presentation|forms)\/[\w/-]+/,
    '$0',
    'Google Docs',
  ],
  [
    /^https?:\/\/s9e\.github\.io\/iframe\/\d\/twitter(?:\.min)?\.html#(\d+)/,
    'https://x.com/i/status/$1',
    'Post on X',
  ],
  [/^(https?:\/\/codesandbox\.io)\/embed\/([^?#]+)/, '$1/s/$2', 'CodeSandbox'],
];

/** Hosts whose frames are content although they have no page of their own to name. */
const PLAYERS =
  /^https?:\/\/(?:[\w-]+\.)*(?:soundcloud\.com|wistia\.(?:com|net)|twitch\.tv|facebook\.com\/plugins\/(?:video|post)|stackblitz\.com|bandcamp\.com|observablehq\.com|figma\.com|ted\.com|archive\.org|bilibili\.com|slideshare\.net|speakerdeck\.com|datawrapper\.de|flourish\.studio|replit\.com|google\.com\/maps|kaggle\.com)/;

/** What an embed's address stands for; null when it is no player we know. */
export function embedOf(url: string): Embed | null {
  for (const [pattern, page, name] of PLAYERS_BY_ADDRESS) {
    const match = pattern.exec(url);
    if (match !== null) return { url: page.replace(/\$(\d)/g, (_, group) => match[group]!), name };
  }
  const host = PLAYERS.test(url) ? /^https?:\/\/(?:www\.)?([^/:?#]+)/.exec(url)?.[1] : undefined;
  return host === undefined ? null : { url, name: host };
}
