import { invalid } from '../../../contract/failure.ts';

/** A field that is not done, and what to do in its place. `isMeant`: values that ask for it; unless given, all that ask for anything. */
interface OtherField {
  readonly instead: string;
  readonly isMeant?: (value: unknown) => boolean;
}

/** Such fields by their names. */
export type Fields = Readonly<Record<string, OtherField>>;

const isTrue = (value: unknown): boolean => value === true;
const isFalse = (value: unknown): boolean => value === false;

/** Fields whose absence would make another answer of it: a request that means one is refused. */
export const REFUSED_FIELDS: Fields = {
  actions: {
    instead: 'Remove "actions": pages are read as they show themselves, nothing is clicked or typed.',
  },
  headers: { instead: 'Remove "headers": nothing that a caller sends changes how a page is asked for.' },
  proxy: {
    instead: 'Set "proxy" to "basic" or leave it out: the operator sets a proxy (PAGEMARK_EGRESS_PROXY).',
    isMeant: (value) => value !== 'basic' && value !== 'auto',
  },
  profile: { instead: 'Remove "profile": no browser session outlives its page.' },
  agent: { instead: 'Remove "agent": no model acts on pages.' },
  extract: { instead: 'Remove "extract": no data are taken out by a schema.' },
  jsonOptions: { instead: 'Remove "jsonOptions": no data are taken out by a schema.' },
  changeTrackingOptions: { instead: 'Remove "changeTrackingOptions": versions are not compared.' },
  redactPII: { instead: 'Remove "redactPII": nothing is redacted.' },
  threatProtection: {
    instead: 'Remove "threatProtection": addresses are not looked up in lists of threats.',
  },
  minAge: { instead: 'Remove "minAge": set "maxAge" for how old a page may be.' },
  useMock: { instead: 'Remove "useMock": there are no recorded pages.' },
  webhook: { instead: 'Remove "webhook": ask for the status of the job.' },
  appendToId: { instead: 'Remove "appendToId": start another job.' },
};

/** The same of jobs. */
export const REFUSED_OF_JOBS: Fields = {
  ...REFUSED_FIELDS,
  prompt: { instead: 'Remove "prompt": give "includePaths" and "excludePaths".' },
  allowExternalLinks: { instead: 'Remove "allowExternalLinks": a crawl is of one host; start one for each.' },
  allowSubdomains: { instead: 'Remove "allowSubdomains": a crawl is of one host; start one for each.' },
  ignoreRobotsTxt: {
    instead:
      'Remove "ignoreRobotsTxt": a crawl heeds robots.txt; for other pages the operator decides (PAGEMARK_ROBOTS).',
  },
  robotsUserAgent: {
    instead: 'Remove "robotsUserAgent": robots.txt is heeded for the name that pages are asked for by.',
  },
  zeroDataRetention: {
    instead: 'Remove "zeroDataRetention": what a job makes is kept until a day after its end.',
  },
};

/** Fields without which the answer is what it is: they are named in `warning`. */
export const NAMED_FIELDS: Fields = {
  waitFor: { instead: 'a page that needs a browser is read when it has settled, not after a time' },
  mobile: { instead: 'pages are asked for as by a desktop' },
  parsers: {
    instead: 'PDF is always read by its text, whole, and pictures never',
    isMeant: (value) => !Array.isArray(value) || value.length !== 1 || value[0] !== 'pdf',
  },
  parsePDF: { instead: 'PDF is always read', isMeant: isFalse },
  skipTlsVerification: { instead: 'certificates are always verified' },
  removeBase64Images: { instead: 'pictures within the page are always left out', isMeant: isFalse },
  blockAds: { instead: 'advertisements are always left out', isMeant: isFalse },
  deduplicateSimilarURLs: { instead: 'pages of one content are always one', isMeant: isFalse },
  domainTools: { instead: 'there are none', isMeant: isTrue },
};

/** Fields of a client about itself, which change nothing. */
export const SILENT_FIELDS: Readonly<Record<string, true>> = {
  origin: true,
  integration: true,
  auditMetadata: true,
  toolDetail: true,
  __experimental_stream: true,
};

/** Whether a value asks for anything. */
const asks = (value: unknown): boolean => {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== false && value !== '' && value !== 0;
};

/** The fields of a table that a body means. */
export function meantFields(body: object, table: Fields) {
  return Object.entries(table).flatMap(([name, { instead, isMeant = asks }]) => {
    const value = Object.hasOwn(body, name) ? (body as Readonly<Record<string, unknown>>)[name] : null;
    return value !== null && isMeant(value) ? [{ name, instead }] : [];
  });
}

/** Throws `invalid_request` for a field of a table that a body means. */
export function refuseFields(body: object, table: Fields): void {
  const [refused] = meantFields(body, table);
  if (refused !== undefined) throw invalid(refused.instead);
}

/** Our fields of a request by theirs, for messages. */
export const OUR_FIELDS: Readonly<Record<string, string>> = {
  include_selectors: 'includeTags',
  exclude_selectors: 'excludeTags',
  language: 'location.languages[0]',
  timeout_ms: 'timeout',
};
