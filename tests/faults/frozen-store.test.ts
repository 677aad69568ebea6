import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engines, hasEngines, startEngines } from '../support/fleet.ts';
import { isFull } from '../support/full-form.ts';
import { type HttpAnswer, loadAgent, postJson } from '../support/http-call.ts';
import { leftOut } from '../support/left-out.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { type FaultGround, scaledEnv, scaledGround } from './fault-ground.ts';

const CALLERS = 4;
/** The store is known to answer nothing after this (`PAGEMARK_STORE_TIMEOUT_MS`, at least its default in the full form). */
const KNOWN_MS = onThisMachine(isFull ? 2000 : 1000);
/** What calls cost then. */
const P99_MS = 100;
const FROZEN_MS = 3 * KNOWN_MS;
const PAGE = {
  url: 'https://example.com/',
  html: '<title>Bridges</title><main><p>The bridge carries people.</p></main>',
};
const TEXT = { markdown: '# Bridges\n\nThe bridge carries people. It was built in 1901.' };

interface Call {
  readonly atMs: number;
  readonly ms: number;
  readonly answer: HttpAnswer;
}

/** Callers in turn until `stop`; times count from `origin`. */
function startCallers(call: (agent: ReturnType<typeof loadAgent>) => Promise<HttpAnswer>, origin: number) {
  const agent = loadAgent();
  const calls: Call[] = [];
  let isRunning = true;
  const lanes = Array.from({ length: CALLERS }, async () => {
    while (isRunning) {
      const from = performance.now();
      const answer = await call(agent);
      calls.push({ atMs: from - origin, ms: performance.now() - from, answer });
      await sleep(40);
    }
  });
  const stop = async () => {
    isRunning = false;
    await Promise.all(lanes);
    agent.destroy();
    return calls;
  };
  return { calls, stop };
}

const timesOf = (calls: readonly Call[]) => calls.map(({ ms }) => ms);
const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1]!;

if (!hasEngines()) {
  leftOut('a frozen store', 'apt-get install postgresql redis-server');
  test('a frozen store is left out on this machine', () => expect(process.env.CI).not.toBe('true'));
} else {
  describe('a frozen store', () => {
    let engines: Engines;
    let ground: FaultGround;
    let service: ServiceProcess;
    beforeAll(async () => {
      engines = await startEngines();
      ground = await scaledGround(engines);
      service = await startServiceProcess({
        ...scaledEnv(engines),
        PAGEMARK_LOG_LEVEL: 'info',
        PAGEMARK_STORE_TIMEOUT_MS: String(KNOWN_MS),
      });
    });
    afterAll(async () => {
      await service?.end('SIGKILL');
      await ground?.close();
      await engines?.close();
    });

    const convert = (agent: ReturnType<typeof loadAgent>) =>
      postJson(
        agent,
        `${service.url}/v1/convert`,
        { authorization: `Bearer ${ground.keys.wide}` },
        JSON.stringify(PAGE),
      );
    const ask = (agent: ReturnType<typeof loadAgent>) =>
      postJson(agent, `${service.url}/v1/ai`, { 'x-license-key': ground.keys.license }, JSON.stringify(TEXT));

    const askNothing = (agent: ReturnType<typeof loadAgent>) =>
      postJson(agent, `${service.url}/health`, {}, '{}');

    test.each([
      ['redis', 'Redis', convert],
      ['postgres', 'PostgreSQL', ask],
    ] as const)(
      '%s: callers are refused at once when it is known, and served at once when it answers',
      async (engine, name, call) => {
        const linesBefore = service.output().length;
        const warm = startCallers(call, performance.now());
        await expect.poll(() => warm.calls.some(({ answer }) => answer.status === 200)).toBe(true);
        await warm.stop();
        const backWithinMs = onThisMachine(5000);
        engines[engine].signal('SIGSTOP');
        const frozenAt = performance.now();
        const callers = startCallers(call, frozenAt);
        const storeless = startCallers(askNothing, frozenAt);
        await sleep(FROZEN_MS);
        const thawedAt = performance.now();
        engines[engine].signal('SIGCONT');
        await expect
          .poll(() => callers.calls.at(-1)!.answer.status, { timeout: backWithinMs, interval: 5 })
          .toBe(200);
        const backMs = performance.now() - thawedAt;
        const calls = await callers.stop();
        const isKnown = ({ atMs }: Call) => atMs > KNOWN_MS + 100 && atMs < thawedAt - frozenAt - 100;
        const known = calls.filter(isKnown);
        const first = calls.filter(({ atMs }) => atMs <= KNOWN_MS + 100);
        // What a call costs that needs no store: all of it is the load of the machine, which a refused one meets at its key and
        // at its body, too.
        const machineMs = quantile(timesOf((await storeless.stop()).filter(isKnown)), 0.99);
        const [p50, p99] = [quantile(timesOf(known), 0.5), quantile(timesOf(known), 0.99)];
        console.log(
          `${name} frozen: ${first.length} calls in the first ${KNOWN_MS} ms, at most ${Math.max(...timesOf(first)).toFixed()} ms; then ${known.length}, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (without a store ${machineMs.toFixed(1)} ms); back after ${backMs.toFixed()} ms`,
        );
        expect(known.length).toBeGreaterThan(CALLERS);
        expect(p99).toBeLessThanOrEqual(P99_MS + 3 * machineMs);
        expect(backMs).toBeLessThanOrEqual(backWithinMs);
        for (const { atMs, ms, answer } of known) {
          // One that a busy machine came to after the store had gone on may be served.
          if (answer.status === 200 && frozenAt + atMs + ms > thawedAt) continue;
          expect(answer.status).toBe(503);
          expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
          expect(answer.body).toContain('"reason":"store_unavailable"');
        }
        const lines = service.output().slice(linesBefore).split('\n');
        const told = (text: string) =>
          lines.filter((line) => line.includes(`"store":"${name}"`) && line.includes(text));
        expect(told('store answers nothing')).toHaveLength(1);
        expect(told('store answers again')).toHaveLength(1);
        expect(lines.filter((line) => line.includes('"defect"'))).toEqual([]);
      },
    );
  });
}
