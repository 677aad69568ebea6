import type { PageReading } from '../page-reading.ts';
import { TOPIC } from '../phrase-scanner.ts';
import { isHead } from '../sentence.ts';
import {
  explains,
  hasTopic,
  instructs,
  OWN_REGIONS,
  type Speech,
  saysNothingElse,
  speechOf,
} from '../speech.ts';
import { against, counted, lacked, type Rule, type Sign, seen, topicsOf } from './rule.ts';

const NOT_FOUND = {
  said: TOPIC.missingWhole,
  beside: TOPIC.wayOut,
  pair: [TOPIC.missingThing, TOPIC.missingState],
  regions: OWN_REGIONS,
} as const;
const ERROR = {
  said: TOPIC.errorSaid,
  beside: TOPIC.errorSupport,
  pair: [TOPIC.failingThing, TOPIC.failingState],
  regions: OWN_REGIONS,
} as const;
const PARKED = {
  said: TOPIC.parkedSaid,
  beside: TOPIC.parkedSupport,
  pair: [TOPIC.domainThing, TOPIC.domainState],
  regions: OWN_REGIONS,
} as const;

/** Words from which a text is about something else. */
const OTHER_TEXT_WORDS = 18;

const ERROR_ADDRESS = /(?:^|[/=_-])(?:404|not-?found|notfound|error)(?:$|[/?&._-])/;
/** Usual names of the field that a search is typed in: `q` as in the HTML standard's examples, `s` of WordPress. */
const SEARCH_ADDRESS = /[?&](?:q|s|query|search|keywords?)=[^&]/;
const HOST_NAME = /(?:^|\s)[\p{L}\p{N}-]{2,63}(?:\.[\p{L}\p{N}-]{2,63})+(?=$|\s|[!:])/u;

/** A page that says, with whatever status, that there is no such page. */
const soft404: Rule = {
  reason: 'soft_404',
  topics: topicsOf(NOT_FOUND),
  threshold: 5,
  read: (page) => {
    const speech = speechOf(page, NOT_FOUND);
    return [
      ...said('says: missing', speech),
      counted('ways out', 1, speech.beside, 2),
      seen('other text and no way out', -1, speech.otherWords >= OTHER_TEXT_WORDS && speech.beside === 0),
      seen('one sentence and next to no text', 1, isOneSentence(page)),
      // What the text says is missing is why ("Oops!", "The requested thread could not be found.").
      seen('headed as an error', 2, speech.sentences > 0 && speechOf(page, ERROR).title),
      seen('address of an error', 1, ERROR_ADDRESS.test(page.path.slice(0, 300))),
      seen('address of a search', 1, speech.sentences > 0 && SEARCH_ADDRESS.test(page.path.slice(0, 300))),
      ...ofDeadEnd(page, speech),
      against(speech.otherWords, 6),
    ];
  },
};

/** Words of a notice that is all a page has. */
const NOTICE_WORDS = 20;

function isOneSentence({ mainWords, sentences }: PageReading): boolean {
  return (
    mainWords <= NOTICE_WORDS &&
    sentences.some((one) => one.role !== 'title' && hasTopic(one, TOPIC.missingWhole))
  );
}

/** A page that a server, an application or its operator shows when the real one cannot be made. */
const errorPage: Rule = {
  reason: 'error_page',
  topics: topicsOf(ERROR),
  threshold: 5,
  read: (page) => {
    const speech = speechOf(page, ERROR);
    const traces = readTraces(page);
    const otherWords = speech.otherWords - traces.words;
    return [
      ...said('tells an error', speech),
      seen('trace of a program', 4, traces.isSeen && otherWords < OTHER_TEXT_WORDS),
      counted('link to a browser', 2, linkedBrowsers(page), 2),
      counted('words of an error page', 1, speech.beside, 3),
      seen('says what is missing', -3, speech.heading && speechOf(page, NOT_FOUND).sentences > 0),
      ...ofDeadEnd(page, speech),
      against(otherWords, 6),
    ];
  },
};

/** Browsers that a notice to an old one leads to. */
const BROWSERS = ['chrome', 'edge', 'firefox', 'opera', 'safari'];
/** Words of a link that leads to a browser. */
const BROWSER_LINK_WORDS = 6;

/** Different browsers that links and buttons are named after. */
function linkedBrowsers({ sentences }: PageReading): number {
  const links = sentences
    .flatMap(({ words, text }) => (words <= BROWSER_LINK_WORDS ? [text] : []))
    .join('\n');
  return BROWSERS.filter((browser) => links.includes(browser)).length;
}

/** A domain without a site: for sale, expired, suspended, or not yet built. */
const parkedDomain: Rule = {
  reason: 'parked_domain',
  topics: topicsOf(PARKED),
  threshold: 5,
  read: (page) => {
    const speech = speechOf(page, PARKED);
    return [
      ...said('says: parked or for sale', speech),
      counted('words of a lander', 1, speech.beside, 2),
      seen('headed by a domain name', 2, namesDomain(page)),
      seen('little text', 1, page.mainWords < 60),
      seen('text about something else', -3, speech.takenUp === 0 && speech.otherWords >= OTHER_TEXT_WORDS),
      ...ofDeadEnd(page, speech),
      against(speech.otherWords, 12),
    ];
  },
};

export const DEAD_ENDS: readonly Rule[] = [soft404, errorPage, parkedDomain];

/** Where a page says what it is. */
function said(what: string, { title, heading, sentences }: Speech): Sign[] {
  return [
    seen(`title ${what}`, 3, title),
    seen(`heading ${what}`, 3, heading),
    counted(`text ${what}`, 2, sentences, 2),
  ];
}

/** What pages without content have in common, and what such a page does not do. */
function ofDeadEnd(page: PageReading, speech: Speech): Sign[] {
  return [
    lacked(page),
    seen('not for indexes', 1, page.marks.noindex),
    seen('code, steps or a table', -2, instructs(page)),
    seen('says nothing else', 2, saysNothingElse(speech)),
    seen('explains', -3, explains(page)),
  ];
}

/** Different phrases of a failed program in running text that are a trace. */
const TRACE_PHRASES = 3;

/** Whether a page shows what a program printed as it failed, and the words of that. */
function readTraces({ sentences }: PageReading): { isSeen: boolean; words: number } {
  const found = new Set<string>();
  let isCode = false;
  let words = 0;
  for (const sentence of sentences) {
    if (sentence.region !== 'main') continue;
    isCode ||= sentence.role === 'trace';
    const isText = sentence.role === 'text';
    const hits = sentence.hits.filter(({ topic }) => isText && topic === TOPIC.programTrace);
    for (const { start, end } of hits) found.add(sentence.text.slice(start, end));
    if (hits.length > 1 || sentence.role === 'trace') words += sentence.words;
  }
  return { isSeen: isCode || found.size >= TRACE_PHRASES, words };
}

function namesDomain({ sentences }: PageReading): boolean {
  return sentences.some((one) => isHead(one) && one.text.length < 90 && HOST_NAME.test(one.text));
}
