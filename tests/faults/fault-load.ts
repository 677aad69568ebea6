import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFull } from '../support/full-form.ts';
import { type HttpAnswer, loadAgent, postJson } from '../support/http-call.ts';
import type { Counts, FaultGround } from './fault-ground.ts';

const PAGE = {
  url: 'https://example.com/',
  html: `<title>Bridges</title><main><h1>Bridges</h1>${'<p>The bridge carries people over the river every day of the year.</p>'.repeat(4)}</main>`,
};
const TEXT = JSON.stringify({ markdown: '# Bridges\n\nThe bridge carries people. It was built in 1901.' });
/** Between two calls of a client: a fault lasts for several of them, and a core is left for other suites. */
const PAUSE_MS = isFull ? 20 : 100;

/** What clients saw. */
export interface Seen {
  /** Calls that count: answered, or failed for a documented reason that is the page's or comes after the first piece. */
  readonly done: { -readonly [K in keyof Counts]: number };
  readonly cut: { -readonly [K in keyof Counts]: number };
  /** Answers 503 and 429, and those for a reason that the case expects. */
  refused: number;
  /** Answers that no fault may cause, as status and body. */
  readonly wrong: string[];
  /** When a call of each kind last succeeded (`performance.now`). */
  readonly lastDoneAt: { -readonly [K in keyof Counts]: number };
}

/** What the load asks for: a page in place of HTML of its own, and what may be answered besides 200, 429 and 503. */
export interface LoadOptions {
  readonly page?: string | undefined;
  readonly reasons?: readonly string[] | undefined;
}

/** Calls of all three kinds, one after the other each, until `stop`. */
export function startLoad(
  url: string,
  keys: FaultGround['keys'],
  { page, reasons = [] }: LoadOptions = {},
): { readonly seen: Seen; stop(): Promise<void> } {
  const agent = loadAgent();
  const zero = () => ({ wide: 0, paid: 0, ai: 0 });
  const seen: Seen = { done: zero(), cut: zero(), refused: 0, wrong: [], lastDoneAt: zero() };
  let running = true;
  const lane = async (kind: keyof Counts, path: string, headers: Record<string, string>, body: string) => {
    while (running) {
      await callOnce(agent, seen, reasons, kind, `${url}${path}`, headers, body);
      await sleep(PAUSE_MS);
    }
  };
  const convert = JSON.stringify(page === undefined ? PAGE : { url: page });
  const lanes = Promise.all([
    lane('wide', '/v1/convert', { authorization: `Bearer ${keys.wide}` }, convert),
    lane('wide', '/v1/convert', { authorization: `Bearer ${keys.wide}` }, convert),
    lane('paid', '/v1/convert', { authorization: `Bearer ${keys.paid}` }, convert),
    lane('ai', '/v1/ai', { 'x-license-key': keys.license }, TEXT),
  ]);
  return {
    seen,
    async stop() {
      running = false;
      await lanes;
      agent.destroy();
    },
  };
}

async function callOnce(
  agent: Agent,
  seen: Seen,
  reasons: readonly string[],
  kind: keyof Counts,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<void> {
  try {
    const answer = await postJson(agent, url, headers, body);
    if (answer.status === 200 && !answer.body.includes('"type":"error"')) {
      seen.done[kind]++;
      seen.lastDoneAt[kind] = performance.now();
    } else if (isFairRefusal(answer)) seen.refused++;
    else if (reasons.includes(reasonOf(answer))) {
      seen.refused++;
      // A failed page is a request all the same, but costs no credit; a failed stream has had its call.
      if (kind === 'wide' || (kind === 'ai' && answer.status === 200)) seen.done[kind]++;
    } else seen.wrong.push(`${kind}: ${answer.status} ${answer.body.slice(0, 300)}`);
  } catch (error) {
    seen.cut[kind]++;
    if ((error as { code?: string }).code === undefined) seen.wrong.push(String(error));
  }
}

/** The reason of an error envelope or of the error event that ends a stream; '' when there is none. */
const reasonOf = ({ body }: HttpAnswer): string => /"reason":"(\w+)"/.exec(body)?.[1] ?? '';

/** 503 or 429 that says when to come back. */
function isFairRefusal({ status, headers }: HttpAnswer): boolean {
  return (status === 503 || status === 429) && /^[1-9]\d*$/.test(String(headers['retry-after']));
}
