import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HttpAnswer, loadAgent, postJson } from '../support/http-call.ts';
import type { Counts, FaultGround } from './fault-ground.ts';

const PAGE = JSON.stringify({
  url: 'https://example.com/',
  html: `<title>Bridges</title><main><h1>Bridges</h1>${'<p>The bridge carries people over the river every day of the year.</p>'.repeat(4)}</main>`,
});
const TEXT = JSON.stringify({ markdown: '# Bridges\n\nThe bridge carries people. It was built in 1901.' });
const PAUSE_MS = 15;

/** What clients saw. */
export interface Seen {
  readonly done: { -readonly [K in keyof Counts]: number };
  readonly cut: { -readonly [K in keyof Counts]: number };
  /** Answers 503 and 429. */
  refused: number;
  /** Answers that no fault may cause, as status and body. */
  readonly wrong: string[];
  /** When a call of each kind last succeeded (`performance.now`). */
  readonly lastDoneAt: { -readonly [K in keyof Counts]: number };
}

/** Calls of all three kinds, one after the other each, until `stop`. */
export function startLoad(
  url: string,
  keys: FaultGround['keys'],
): { readonly seen: Seen; stop(): Promise<void> } {
  const agent = loadAgent();
  const zero = () => ({ wide: 0, paid: 0, ai: 0 });
  const seen: Seen = { done: zero(), cut: zero(), refused: 0, wrong: [], lastDoneAt: zero() };
  let running = true;
  const lane = async (kind: keyof Counts, path: string, headers: Record<string, string>, body: string) => {
    while (running) {
      await callOnce(agent, seen, kind, `${url}${path}`, headers, body);
      await sleep(PAUSE_MS);
    }
  };
  const lanes = Promise.all([
    lane('wide', '/v1/convert', { authorization: `Bearer ${keys.wide}` }, PAGE),
    lane('wide', '/v1/convert', { authorization: `Bearer ${keys.wide}` }, PAGE),
    lane('paid', '/v1/convert', { authorization: `Bearer ${keys.paid}` }, PAGE),
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
    else seen.wrong.push(`${kind}: ${answer.status} ${answer.body.slice(0, 300)}`);
  } catch (error) {
    seen.cut[kind]++;
    if ((error as { code?: string }).code === undefined) seen.wrong.push(String(error));
  }
}

/** 503 or 429 that says when to come back. */
function isFairRefusal({ status, headers }: HttpAnswer): boolean {
  return (status === 503 || status === 429) && /^[1-9]\d*$/.test(String(headers['retry-after']));
}
