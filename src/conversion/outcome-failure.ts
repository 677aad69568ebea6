import type { ConvertRequest } from '../contract/convert.ts';
import { KIND_NAMES } from '../contract/document-kinds.table.ts';
import { type DocumentLack, fail, type OutcomeReason, type ServiceError } from '../contract/failure.ts';
import type { PageView } from './ports.ts';

/** What to do about each outcome that is not a page's content. */
const MESSAGES: Readonly<Record<OutcomeReason, string>> = {
  empty_content: 'Check the address, or send "strict": false to get what was found: the page has no content.',
  js_required: 'Send the HTML of the page as a browser shows it: this one needs JavaScript.',
  bot_wall: 'Send the HTML as "html": the site answers programs with a challenge.',
  consent_wall: 'Send the HTML as "html": the site shows a consent form instead of the page.',
  login_wall: 'Send the HTML as "html": the site shows a login form instead of the page.',
  paywall: 'Send the HTML as "html": the site shows only the start of the page to those who do not pay.',
  soft_404: 'Check the address: the site says that there is no such page.',
  error_page: 'Retry later: the site shows an error message instead of the page.',
  parked_domain: 'Check the address: the domain is parked.',
  unsupported_media_type: `Give a page or a document: the target is of another type. Read are ${KIND_NAMES}.`,
  malformed_document:
    'Check the document: it is damaged, encrypted or not what it says it is, so that it cannot be read.',
  document_too_complex: 'Convert a smaller page: this one needs too much work.',
};

/** What to do about a document that lacks something to be read. */
const LACKS: Readonly<Record<DocumentLack, string>> = {
  text: 'Send the document with its text recognised (OCR): its pages are pictures of text.',
  characters:
    'Recognise the text of the document (OCR) and send that, or send "strict": false to get what was found: the text is not in the file, as its fonts do not say which characters they draw.',
  password:
    'Take the password off the document and send that: it is encrypted and opens with a password only.',
  end: 'Fetch the document again, whole: it is cut off.',
  bytes: 'Check the address or the file: the document is empty, it has no bytes.',
};

/** What is known of a page or document that is not content, as a `PageOutput` has it. */
interface OutcomeDetails {
  readonly exceeded?: string | undefined;
  readonly lack?: DocumentLack | undefined;
  readonly unread?: string | undefined;
  /** What was read; of a rendered page it is not JavaScript that is missing. */
  readonly view?: PageView | undefined;
}

/** What of a request decides how much of a page it leaves. */
type Asked = Partial<
  Pick<ConvertRequest, 'include_selectors' | 'exclude_selectors' | 'images' | 'response_format'>
>;

const NOTHING_LEFT =
  'Ask for more of the page, or check the address: what the selectors, "images" or "response_format" leave of it is empty.';
const STILL_LOADING =
  'Raise "timeout_ms" if you gave a short one, or send the HTML of the page as "html": a browser ran it, and it still said that it loads when its time was over, or because its policy lets no script run.';

/** Outcomes that tell more than the status the page came with. */
export const WALLS: ReadonlySet<string> = new Set(['bot_wall', 'consent_wall', 'login_wall', 'paywall']);

/** Whether a verdict is on the page itself, and not on the little that a caller leaves of it. */
export function isOfPage(outcome: string, asked: Asked): boolean {
  const { include_selectors: included = [], exclude_selectors: excluded = [] } = asked;
  if (included.length + excluded.length > 0) return false;
  const isLess = asked.response_format === 'text' || (asked.images ?? 'keep') !== 'keep';
  return outcome !== 'empty_content' || !isLess;
}

/** The failure of a page that is not content. */
export function outcomeFailure(
  outcome: OutcomeReason,
  asked: Asked,
  { exceeded, lack, unread, view }: OutcomeDetails = {},
): ServiceError {
  if (outcome === 'js_required' && view === 'rendered') return fail(outcome, STILL_LOADING);
  if (unread !== undefined) return fail(outcome, MESSAGES[outcome].replace('of another type', unread));
  if (lack !== undefined) return fail(outcome, LACKS[lack]);
  if (outcome === 'empty_content' && !isOfPage(outcome, asked)) return fail(outcome, NOTHING_LEFT);
  const isTold = outcome === 'document_too_complex' && exceeded !== undefined;
  return fail(outcome, isTold ? `Convert a smaller page: this one needs ${exceeded}.` : MESSAGES[outcome]);
}
