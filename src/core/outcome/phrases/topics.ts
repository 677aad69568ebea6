import { CHALLENGE_SUPPORT, HUMAN_CHECK, REFUSAL } from './bot-wall.table.ts';
import { AGREE_BUTTON, CONSENT_ASK, POLICY_TITLE } from './consent-wall.table.ts';
import { ERROR_SAID, ERROR_SUPPORT, PROGRAM_TRACE } from './error-page.table.ts';
import { EXPLANATION } from './explanation.table.ts';
import { LOGIN_ASK, LOGIN_SUPPORT, LOGIN_WORD } from './login-wall.table.ts';
import {
  DOMAIN_STATE,
  DOMAIN_THING,
  FAILING_STATE,
  FAILING_THING,
  MISSING_STATE,
  MISSING_THING,
  WITHHELD_STATE,
  WITHHELD_THING,
} from './pairs.table.ts';
import { PARKED_SAID, PARKED_SUPPORT } from './parked-domain.table.ts';
import { PAY_ASK, PAY_SUPPORT } from './paywall.table.ts';
import { PhraseScanner } from './phrase-scanner.ts';
import type { PhraseTable } from './phrase-table.ts';
import { MISSING_WHOLE, WAY_OUT } from './soft-404.table.ts';

const TABLES = {
  humanCheck: HUMAN_CHECK,
  refusal: REFUSAL,
  challengeSupport: CHALLENGE_SUPPORT,
  consentAsk: CONSENT_ASK,
  agreeButton: AGREE_BUTTON,
  policyTitle: POLICY_TITLE,
  loginAsk: LOGIN_ASK,
  loginWord: LOGIN_WORD,
  loginSupport: LOGIN_SUPPORT,
  payAsk: PAY_ASK,
  paySupport: PAY_SUPPORT,
  withheldThing: WITHHELD_THING,
  withheldState: WITHHELD_STATE,
  missingWhole: MISSING_WHOLE,
  missingThing: MISSING_THING,
  missingState: MISSING_STATE,
  wayOut: WAY_OUT,
  errorSaid: ERROR_SAID,
  errorSupport: ERROR_SUPPORT,
  failingThing: FAILING_THING,
  failingState: FAILING_STATE,
  programTrace: PROGRAM_TRACE,
  parkedSaid: PARKED_SAID,
  parkedSupport: PARKED_SUPPORT,
  explanation: EXPLANATION,
  domainThing: DOMAIN_THING,
  domainState: DOMAIN_STATE,
} as const satisfies Record<string, PhraseTable>;

type Topic = keyof typeof TABLES;

/** Bit of each topic in `Hit.topic`. */
export const TOPIC = Object.fromEntries(Object.keys(TABLES).map((name, i) => [name, 1 << i])) as Readonly<
  Record<Topic, number>
>;

let scanner: PhraseScanner | undefined;

/** The scanner of all topics, built when the first page needs it. */
export function phraseScanner(): PhraseScanner {
  scanner ??= new PhraseScanner(
    Object.entries(TABLES).map(([name, table]) => [TOPIC[name as Topic], table] as const),
  );
  return scanner;
}
