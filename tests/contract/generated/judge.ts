import { onThisMachine } from '../../support/machine-speed.ts';
import { createChecker, schemasOf } from './answer-checker.ts';
import { bodySchema, type Description, type Place, placesOf, routeOf } from './description.ts';
import { credentialOf } from './header-values.ts';
import {
  type Answer,
  type GeneratedRequest,
  headerOf,
  isRaw,
  type PlainRequest,
  type RawRequest,
} from './request-types.ts';
import { type Door, sendPlain, sendRaw } from './send.ts';

/** A rule of a request that a JSON Schema cannot tell: where a body that fits the description may be refused with 400. */
interface UnsaidRule {
  /** The message of the answer. */
  readonly message: RegExp;
  readonly why: string;
}

const UNSAID_RULES: readonly UnsaidRule[] = [
  {
    message: /It is in "(?:in|ex)clude_selectors"\.$/,
    why: 'Whether a text is a CSS selector is no matter of a pattern.',
  },
  {
    message: /^Set "language" to a BCP 47 language tag/,
    why: 'BCP 47 forbids repeated variants and extensions, which a pattern without memory lets through.',
  },
  {
    message: /"cursor"|as for the first part/,
    why: 'A cursor is bound to the answer that gave it and to the fields of its request.',
  },
  {
    message:
      /^(?:Set "url" to|Give) an (?:absolute )?http or https address|^Give an address with a host name/,
    why: 'The format `uri` has no list of schemes, and knows neither ports nor hosts.',
  },
  {
    message: /^Remove "(?:html|wait_for_selector)", or /,
    why: 'Fields that exclude each other; the document is made of rules for one field each.',
  },
];

/** Operations whose answer is one of their body alone, so that a body that fits has to be taken. */
const PURE = ['convert', 'transform', 'validateLicense'];

/** What is wrong with an answer because of whether the body of its request fits the description. */
type CheckVerdict = (
  place: Place,
  request: PlainRequest,
  filled: string,
  answer: Answer,
) => readonly string[];

/** `filled`: the text of the body as it was sent. */
function createVerdict(description: Description): CheckVerdict {
  const strictly = schemasOf(description, true);
  // A format is a note for people (JSON Schema, 7.2.1): a value of another one may be taken.
  const loosely = schemasOf(description, false);
  return (place, request, filled, answer) => {
    const schema = bodySchema(description, place.operation);
    if (schema === null || !isPlainly(description, place, request)) return [];
    let value: unknown;
    try {
      value = JSON.parse(filled);
    } catch {
      return answer.status < 400 ? [`a body that is no JSON was answered with ${answer.status}`] : [];
    }
    if (!loosely(schema)(value))
      return answer.status < 400
        ? [`a body that the description forbids was answered with ${answer.status}`]
        : [];
    if (answer.status !== 400 || !PURE.includes(place.operation.operationId)) return [];
    if (!strictly(schema)(value) || !textOf(value).isWellFormed()) return [];
    const { error } = JSON.parse(answer.body.toString()) as { error: { reason: string; message: string } };
    const isKnown = UNSAID_RULES.some(({ message }) => message.test(error.message));
    return isKnown || error.reason === 'body_too_large'
      ? []
      : [`a body that fits the description was refused: ${error.message}`];
  };
}

/** Whether nothing but the body of a request can be wrong. */
function isPlainly(description: Description, { method, operation }: Place, request: PlainRequest): boolean {
  const [credential] = credentialOf(description, operation);
  const isKnown = credential === undefined || headerOf(request, credential[0]) === credential[1];
  const hasType = headerOf(request, 'content-type') === 'application/json';
  const isEncoded = headerOf(request, 'content-encoding') !== undefined;
  return request.method === method && isKnown && hasType && !isEncoded && request.body !== undefined;
}

/** All texts in a value: JSON Schema has no word for one without lone surrogates. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? Object.values(value).map(textOf).join(' ') : '';
}

/** What became of a request: the statuses of its answers, and what the description does not tell of them. */
export interface Judgement {
  readonly statuses: readonly number[];
  readonly problems: readonly string[];
}

/** Sends a request and judges what comes by a description. Never rejects. */
export type Judge = (request: GeneratedRequest) => Promise<Judgement>;

/** How long bytes of which it is not known whether they are whole wait for an answer, at first and, on a quiet machine, again. */
const PATIENCE_MS = 100;
const LONG_PATIENCE_MS = 3000;

export function createJudge(door: Door, description: Description): Judge {
  const judgePlain = plainJudge(door, description);
  const judgeRaw = rawJudge(door, description);
  return async (request) => {
    try {
      return await (isRaw(request) ? judgeRaw(request) : judgePlain(request));
    } catch (error) {
      return { statuses: [], problems: [String(error)] };
    }
  };
}

function plainJudge(door: Door, description: Description) {
  const check = createChecker(description);
  const verdict = createVerdict(description);
  const places = placesOf(description);
  return async (request: PlainRequest): Promise<Judgement> => {
    const answer = await sendPlain(door, request);
    const { method } = request;
    const route = routeOf(description, door.fill(request.path));
    const place = places.find((one) => one.route === route && one.method === method);
    const problems = [...check({ method, route }, answer)];
    if (place !== undefined && problems.length === 0)
      problems.push(...verdict(place, request, door.fill(request.body ?? ''), answer));
    return { statuses: [answer.status], problems: withText(problems, answer.body) };
  };
}

function rawJudge(door: Door, description: Description) {
  const check = createChecker(description);
  return async (request: RawRequest): Promise<Judgement> => {
    const { asks } = request;
    let exchange = await sendRaw(door, request, PATIENCE_MS);
    // A whole request that was still worked on: a half-close lets the service drop its answer.
    if (exchange.answers.length === 0 && exchange.isClosed)
      exchange = await sendRaw(door, request, onThisMachine(LONG_PATIENCE_MS));
    const { answers, rest, isClosed } = exchange;
    const problems: string[] = [];
    if (answers.length === 0) problems.push(isClosed ? 'closed without an answer' : 'no answer in time');
    else if (rest !== '') problems.push(`bytes that are no answer: ${JSON.stringify(rest.slice(0, 200))}`);
    else if (!isClosed && request.isWhole !== true) problems.push('the connection stays open');
    if (asks !== undefined && answers.length > 0 && answers.length !== asks.length)
      problems.push(`${answers.length} answers to ${asks.length} requests`);
    for (const [at, answer] of answers.entries()) {
      const { method, path } = asks?.[at] ?? { method: '', path: '' };
      const asked = { method, route: routeOf(description, pathOf(path)) };
      const found = asks === undefined ? unreadProblems(check, answer) : check(asked, answer);
      problems.push(...withText(found, answer.body));
    }
    return { statuses: answers.map(({ status }) => status), problems };
  };
}

/** Bytes that were changed may still be a good request: then the answer is that of some operation. */
function unreadProblems(check: ReturnType<typeof createChecker>, answer: Parameters<typeof check>[1]) {
  if (answer.status >= 400) return check({ method: '', route: null, isUnread: true }, answer);
  return [];
}

/** The path of a target in absolute form. */
const pathOf = (target: string) => target.replace(/^https?:\/\/[^/]*/i, '');

function withText(problems: readonly string[], body: Buffer): readonly string[] {
  return problems.map((problem) => `${problem}; body: ${body.toString('utf8', 0, 300)}`);
}
