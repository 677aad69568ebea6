import type { ConvertRequest } from '../contract/convert.ts';
import type { ConvertCall } from './converter.ts';

/** What two callers have of each other's who differ in one thing alone. */
interface Parting {
  /** `own`: each has a page that was fetched or rendered for what he asked. `shared`: one serves both. */
  readonly page: 'own' | 'shared';
  /**
   * What was made of the same bytes. `own`: each is converted. `along`: the other is made with the first. `shared`: one serves both.
   */
  readonly result: 'own' | 'along' | 'shared';
  readonly why: string;
}

const own = (why: string): Parting => ({ page: 'shared', result: 'own', why });
const along = (why: string): Parting => ({ page: 'shared', result: 'along', why });
const shared = (why: string): Parting => ({ page: 'shared', result: 'shared', why });
const ownPage = (why: string): Parting => ({ page: 'own', result: 'shared', why });
const apart = (why: string): Parting => ({ page: 'own', result: 'own', why });

/** Every field of a request. */
export const REQUEST_FIELDS: Readonly<Record<keyof ConvertRequest, Parting>> = {
  url: apart(
    'the address as the URL standard writes it, and of a rendered page the fragment that it shows by; one that names an id of the source shares the page',
  ),
  response_format: along('the other format is written of the same content'),
  include_metadata: own('the answer says more'),
  html: apart('nothing is fetched, and what was sent is for the key that sent it'),
  scope: own('another content'),
  links: own('another form of the content'),
  link_titles: own('another form of the content'),
  same_page_links: own('another form of the content'),
  images: own('another form of the content'),
  frontmatter: own('another form of the content'),
  include_selectors: own('another content'),
  exclude_selectors: own('another content'),
  render: apart('the page as it is served and the page as a browser shows it are two'),
  wait_for_selector: ownPage('a rendered page is read when it shows it'),
  language: ownPage('it is sent to the site'),
  timeout_ms: shared('what it cuts short is for the one who set it and is not kept'),
  strict: shared('it decides how a verdict is told'),
  max_tokens: own('another cut of the content'),
  cursor: along('the parts that follow are cut with the first'),
  include_links: own('the answer says more'),
  include_images: own('the answer says more'),
  include_extended: own('the answer says more'),
  include_diagnostics: own('the answer says more'),
};

/** Everything that a protocol adds to a request. */
export const CALL_FIELDS: Readonly<Record<keyof ConvertCall, Parting>> = {
  keyId: shared('it parts what is private to a key, and nothing else'),
  file: apart('nothing is fetched, and what was sent is for the key that sent it'),
  maxAgeS: shared('it decides whether what is kept is new enough'),
  onlyIfCached: shared('it decides whether anything may be fetched'),
  noStore: apart('nothing of it is kept or shared'),
  encoding: shared('the same content, encoded anew'),
  maxBytes: own('another cut of the content'),
  forms: own('the answer says more'),
  signal: shared('who goes leaves a fetch to those who wait for it'),
  running: shared('it is told where the call is'),
  place: shared('it bounds how much a caller has in work'),
};

/** For whom something is kept: everybody, the key that asked, or nobody. */
interface Kept {
  readonly kept: 'for all' | 'for the key' | 'not';
  readonly why: string;
}

/** Every fact of an answer that bears on what is kept of it. */
export const ANSWER_FACTS = {
  'status 200 or 203': { kept: 'for all', why: 'the page' },
  'another status': { kept: 'not', why: 'it stands for a page that is not there, or not yet' },
  'Cache-Control: private': { kept: 'for the key', why: 'the site says that it is for who asked' },
  'Cache-Control: no-store': { kept: 'for the key', why: 'the site says that nobody else may be served it' },
  'Cache-Control: no-cache, max-age': {
    kept: 'for all',
    why: 'how long a page is kept is a promise of this service',
  },
  'Set-Cookie': { kept: 'for all', why: 'no cookie is sent but back to the site within one fetch' },
  Vary: { kept: 'for all', why: 'all that varies between requests is the language, which is told apart' },
  'Content-Type': { kept: 'for all', why: 'a part of the page, and of what a result depends on' },
  'ETag, Last-Modified': { kept: 'for all', why: 'the page is asked for under them when its time is over' },
  'a redirect': { kept: 'for all', why: 'each address on the way is judged again before it is served' },
  'a fragment of a redirect': {
    kept: 'for all',
    why: 'it stands in the place of the one that was asked for',
  },
  'a fragment that was asked for': {
    kept: 'not',
    why: 'it is put to the address of the answer when that is written',
  },
  'content that is none': { kept: 'not', why: 'a wall or an empty page must not outlast its cause' },
  'a render that still loads at the deadline of the service': {
    kept: 'for all',
    why: 'with the mark that it does, so that all who meet it are told the same',
  },
  "a render that a caller's own deadline cut short": { kept: 'not', why: 'another caller has more time' },
  'a render by a fragment, of 16 of its page': { kept: 'for all', why: 'the page that it shows' },
  'a render by a fragment, past 16 of its page': {
    kept: 'not',
    why: 'fragments have no end: so many are counted for each key',
  },
  'a failure to fetch': { kept: 'not', why: 'it is told to those who waited for that fetch' },
  'a refusal for what a key has in work': { kept: 'not', why: 'it is told to that key alone' },
} as const satisfies Readonly<Record<string, Kept>>;
