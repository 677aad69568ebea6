/** A player or post embedded by address: the page a reader would open, and what to call it without a title. */
interface Embed {
  readonly url: string;
  readonly name: string;
}

interface EmbedRule {
  readonly pattern: RegExp;
  readonly url: (match: RegExpExecArray) => string;
  readonly name: string;
}

/** Players by the form of their embed address; the first that matches. */
const RULES: readonly EmbedRule[] = [
  {
    pattern:
      /^https?:\/\/(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:embed|v|shorts|live)\/(?!videoseries)([\w-]{6,})/,
    url: (m) => `https://www.youtube.com/watch?v=${m[1]}`,
    name: 'YouTube video',
  },
  {
    pattern: /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/videoseries\?(?:.*&)?list=([\w-]+)/,
    url: (m) => `https://www.youtube.com/playlist?list=${m[1]}`,
    name: 'YouTube playlist',
  },
  {
    pattern: /^https?:\/\/player\.vimeo\.com\/video\/(\d+)/,
    url: (m) => `https://vimeo.com/${m[1]}`,
    name: 'Vimeo video',
  },
  {
    pattern: /^https?:\/\/(?:www\.)?dailymotion\.com\/embed\/video\/(\w+)/,
    url: (m) => `https://www.dailymotion.com/video/${m[1]}`,
    name: 'Dailymotion video',
  },
  {
    pattern: /^https?:\/\/platform\.(?:twitter|x)\.com\/embed\/.*[?&]id=(\d+)/,
    url: (m) => `https://x.com/i/status/${m[1]}`,
    name: 'Post on X',
  },
  {
    pattern: /^https?:\/\/open\.spotify\.com\/embed\/(\w+\/\w+)/,
    url: (m) => `https://open.spotify.com/${m[1]}`,
    name: 'Spotify',
  },
  {
    pattern: /^https?:\/\/embed\.podcasts\.apple\.com\/(.+)$/,
    url: (m) => `https://podcasts.apple.com/${m[1]}`,
    name: 'Apple Podcasts',
  },
  {
    pattern: /^https?:\/\/(?:www\.)?instagram\.com\/(p|reel|tv)\/([\w-]+)\/embed/,
    url: (m) => `https://www.instagram.com/${m[1]}/${m[2]}/`,
    name: 'Instagram post',
  },
  {
    pattern: /^https?:\/\/(?:www\.)?tiktok\.com\/embed\/(?:v\d\/)?(\d+)/,
    url: (m) => `https://www.tiktok.com/video/${m[1]}`,
    name: 'TikTok video',
  },
  {
    pattern: /^https?:\/\/embed\.bsky\.app\/embed\/([\w:.]+)\/app\.bsky\.feed\.post\/(\w+)/,
    url: (m) => `https://bsky.app/profile/${m[1]}/post/${m[2]}`,
    name: 'Post on Bluesky',
  },
  {
    pattern: /^https?:\/\/(?:www\.)?loom\.com\/embed\/(\w+)/,
    url: (m) => `https://www.loom.com/share/${m[1]}`,
    name: 'Loom video',
  },
  {
    pattern: /^https?:\/\/codepen\.io\/([\w-]+)\/(?:embed|full)(?:\/preview)?\/(\w+)/,
    url: (m) => `https://codepen.io/${m[1]}/pen/${m[2]}`,
    name: 'CodePen',
  },
  {
    pattern: /^(https?:\/\/(?:www\.)?jsfiddle\.net\/.+?)\/embedded/,
    url: (m) => `${m[1]}/`,
    name: 'JSFiddle',
  },
  {
    pattern: /^https?:\/\/docs\.google\.com\/(?:document|spreadsheets|presentation|forms)\/[\w/-]+/,
    url: (m) => m[0],
    name: 'Google Docs',
  },
  {
    pattern: /^https?:\/\/s9e\.github\.io\/iframe\/\d\/twitter(?:\.min)?\.html#(\d+)/,
    url: (m) => `https://x.com/i/status/${m[1]}`,
    name: 'Post on X',
  },
  {
    pattern: /^(https?:\/\/codesandbox\.io)\/embed\/([^?#]+)/,
    url: (m) => `${m[1]}/s/${m[2]}`,
    name: 'CodeSandbox',
  },
];

/** Hosts whose frames are content although they have no page of their own to name. */
const PLAYERS =
  /^https?:\/\/(?:[\w-]+\.)*(?:soundcloud\.com|wistia\.(?:com|net)|twitch\.tv|facebook\.com\/plugins\/(?:video|post)|stackblitz\.com|bandcamp\.com|observablehq\.com|figma\.com|ted\.com|archive\.org|bilibili\.com|slideshare\.net|speakerdeck\.com|datawrapper\.de|flourish\.studio|replit\.com|google\.com\/maps|kaggle\.com)/;

/** What an embed's address stands for; null when it is no player we know. */
export function embedOf(url: string): Embed | null {
  for (const rule of RULES) {
    const match = rule.pattern.exec(url);
    if (match !== null) return { url: rule.url(match), name: rule.name };
  }
  if (!PLAYERS.test(url)) return null;
  return { url, name: hostOf(url) };
}

/** Host of an absolute address without `www.`. */
function hostOf(url: string): string {
  const host = /^https?:\/\/(?:www\.)?([^/:?#]+)/.exec(url);
  return host?.[1] ?? url;
}
