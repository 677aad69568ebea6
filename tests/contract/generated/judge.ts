import { createChecker } from './answer-checker.ts';
import { type Description, placesOf, routeOf } from './description.ts';
import { type GeneratedRequest, isRaw, type PlainRequest, type RawRequest } from './request-types.ts';
import { type Door, sendPlain, sendRaw } from './send.ts';
import { createVerdict } from './verdict.ts';

/** What became of a request: the statuses of its answers, and what the description does not tell of them. */
export interface Judgement {
  readonly statuses: readonly number[];
  readonly problems: readonly string[];
}

/** Sends a request and judges what comes by a description. Never rejects. */
export type Judge = (request: GeneratedRequest) => Promise<Judgement>;

/** How long bytes of which it is not known whether they are whole wait for an answer, at first and again. */
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
      exchange = await sendRaw(door, request, LONG_PATIENCE_MS);
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
