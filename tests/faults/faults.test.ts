import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engines, hasEngines, startEngines } from '../support/fleet.ts';
import { inForm, isFull } from '../support/full-form.ts';
import { leftOut } from '../support/left-out.ts';
import { onThisMachine } from '../support/machine-speed.ts';
import { secretsIn } from '../support/secrets-in.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { EMBEDDED_FAULTS } from './embedded.cases.ts';
import type { FaultCase, Outside } from './fault-case.ts';
import {
  canMount,
  embeddedGround,
  type FaultGround,
  PLANTED,
  scaledEnv,
  scaledGround,
} from './fault-ground.ts';
import { type Seen, startLoad } from './fault-load.ts';
import { OUTSIDE_FAULTS } from './outside.cases.ts';
import { SCALED_FAULTS } from './scaled.cases.ts';

/** The short form plays the first fault of each list and every twelfth after it: one of each system. */
const STEP = 12;
const LASTS_MS = 700;
/** After this every kind of call works again on a quiet machine, without a restart. */
const RECOVERY_MS = 5000;
/** Longest that a fault is waited for to be felt, and then that its traces are settled, on a quiet machine. */
const SETTLED_MS = 12_000;
const KINDS = ['wide', 'paid', 'ai'] as const;

describe('faults of one machine with the embedded store', () => {
  const mounts = canMount();
  for (const fault of inForm(EMBEDDED_FAULTS, STEP)) {
    if (fault.diskBytes !== undefined && !mounts) {
      leftOut(fault.name, 'as root, where `mount -t tmpfs` is allowed');
      test.skip(fault.name, () => undefined);
    } else test(fault.name, async () => prove(fault, await embeddedGround(fault.diskBytes)));
  }
});

// Each has a process of its own, which mostly waits.
(isFull ? describe : describe.concurrent)('faults of what the service calls', () => {
  test.each(inForm(OUTSIDE_FAULTS, STEP))('$name', async ({ open, ...fault }) => {
    const outside = await open();
    try {
      const env = { ...fault.env, ...outside.env };
      await prove({ ...fault, env, strike: outside.strike }, await embeddedGround(), { page: outside.page });
    } finally {
      await outside.close();
    }
  });
});

if (!hasEngines()) {
  leftOut('faults of PostgreSQL and Redis', 'apt-get install postgresql redis-server');
} else {
  describe('faults of PostgreSQL and Redis', () => {
    let engines: Engines;
    // One process outlives all faults but those that strike before it starts.
    let service: ServiceProcess;
    beforeAll(async () => {
      engines = await startEngines();
      service = await startServiceProcess(observed(scaledEnv(engines)));
    });
    afterAll(async () => {
      await service?.end('SIGKILL');
      await engines?.close();
    });
    test.each(inForm(SCALED_FAULTS, STEP))('$name', async (fault) => {
      await prove(fault, await scaledGround(engines), { engines, service: fault.atStart ? null : service });
    });
  });
}

/** Settings of a process that tells all it does, with secrets planted. */
function observed(env: Readonly<Record<string, string>>): Record<string, string> {
  return { ...env, PAGEMARK_LOG_LEVEL: 'trace', PAGEMARK_METRICS_TOKEN: PLANTED.metricsToken };
}

/** Where a fault is proven: on engines or the embedded store, on a process that runs already or on one of its own. */
interface Stage {
  readonly engines?: Engines | null;
  readonly service?: ServiceProcess | null;
  readonly page?: Outside['page'];
}

/** Strikes under load, heals, and expects fair refusals only, recovery in time and exact counts. */
async function prove(
  fault: FaultCase,
  ground: FaultGround,
  { engines = null, service: running = null, page }: Stage = {},
): Promise<void> {
  let service = running;
  const strike = () => fault.strike({ engines, admin: ground.admin, file: ground.file, service });
  try {
    const early = fault.atStart ? await strike() : null;
    service ??= await startServiceProcess(observed({ ...ground.env, ...fault.env }));
    const load = startLoad(service.url, ground.keys, { page, reasons: fault.reasons });
    if (!early) await expectRecovery(load.seen);
    const heal = early ?? (await strike());
    const refusedBefore = load.seen.refused;
    await sleep(fault.lastsMs ?? LASTS_MS);
    const isFelt = fault.isFelt ?? !fault.cuts;
    const feltBy = performance.now() + onThisMachine(SETTLED_MS);
    while (isFelt && load.seen.refused === refusedBefore && performance.now() < feltBy) await sleep(20);
    const felt = load.seen.refused - refusedBefore;
    await heal();
    await expectRecovery(load.seen);
    await load.stop();
    expect(load.seen.wrong).toEqual([]);
    if (isFelt) expect(felt).toBeGreaterThan(0);
    if (!fault.cuts) expect(load.seen.cut).toEqual({ wide: 0, paid: 0, ai: 0 });
    await expectCounts(ground, load.seen);
    expect(service.child.exitCode).toBeNull();
    expect(service.output()).toContain('"msg":"answered"');
    expect(service.output()).not.toContain('"msg":"defect"');
    expect(secretsIn(service.output(), [...Object.values(PLANTED), ...Object.values(ground.keys)])).toEqual(
      [],
    );
  } finally {
    if (running === null) await service?.end('SIGKILL');
    await ground.close();
  }
}

/** Waits until a call of every kind has succeeded from now on. */
async function expectRecovery({ lastDoneAt, wrong }: Seen): Promise<void> {
  const healedAt = performance.now();
  const recoveryMs = onThisMachine(RECOVERY_MS);
  for (;;) {
    const missing = KINDS.filter((kind) => lastDoneAt[kind] < healedAt);
    if (missing.length === 0) return;
    if (performance.now() - healedAt > recoveryMs) {
      throw new Error(
        `${missing.join(', ')} not back within ${recoveryMs} ms; ${wrong.slice(0, 3).join('; ')}`,
      );
    }
    await sleep(20);
  }
}

/** Counted is what was answered; a call that was cut may be either. */
async function expectCounts(ground: FaultGround, { done, cut }: Seen): Promise<void> {
  const deadline = performance.now() + onThisMachine(SETTLED_MS);
  for (;;) {
    const counted = await ground.counted();
    const isRight = KINDS.every(
      (kind) => counted[kind] >= done[kind] && counted[kind] <= done[kind] + cut[kind],
    );
    if (isRight) return;
    if (performance.now() > deadline) {
      expect({ counted, cut }).toEqual({ counted: done, cut });
      throw new Error('counts are wrong');
    }
    await sleep(250);
  }
}
