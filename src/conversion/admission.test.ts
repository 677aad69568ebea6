import { describe, expect, it } from 'vitest';
import { type AdmissionSettings, createAdmission } from './admission.ts';

const KIB = 1024;
/** One for each call, as in the service. */
const never = (): AbortSignal => new AbortController().signal;
const failing = (reason: string) => expect.objectContaining({ failure: expect.objectContaining({ reason }) });

function open(settings: Partial<AdmissionSettings> = {}) {
  const time = { ms: 0 };
  const admission = createAdmission({
    workers: 1,
    browsers: 2,
    queueMax: 256,
    concurrencyMax: 128,
    clock: () => time.ms,
    ...settings,
  });
  return { admission, time };
}

/** An admission whose first page has cost what pages will cost. */
async function openWarm(settings: Partial<AdmissionSettings> = {}) {
  const opened = open(settings);
  const place = opened.admission.enter('first');
  (await place.turn(KIB, never()))(1, 1);
  place.leave();
  return opened;
}

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('createAdmission', () => {
  it('learns nothing of what pages cost from those of a thread that is new', async () => {
    const refusalAfter = async (isCold: boolean) => {
      const { admission } = open();
      for (let i = 0; i < 8; i++) (await admission.enter('a').turn(64 * KIB, never()))(400, 400, isCold);
      // Those that wait are told so in the end.
      for (let i = 0; i < 4; i++)
        void admission
          .enter('a')
          .turn(64 * KIB, never())
          .catch(() => undefined);
      return admission.refusal('a')?.reason;
    };
    expect(await refusalAfter(true)).toBeUndefined();
    expect(await refusalAfter(false)).toBe('busy');
  });

  it('lets pages wait for threads that are new, which are soon faster', async () => {
    const flood = async ({ admission }: Pick<ReturnType<typeof open>, 'admission'>) => {
      for (let i = 0; i < 64; i++)
        void admission
          .enter('a')
          .turn(100 * KIB, never())
          .catch(() => undefined);
    };
    expect(await flood(open()).catch((error) => error)).toBeUndefined();
    expect(await flood(await openWarm()).catch((error) => error)).toEqual(failing('busy'));
  });

  it('refuses the call after the last place and lets one in when a place is left', () => {
    const { admission } = open({ queueMax: 2 });
    const first = admission.enter('a');
    admission.enter('b');
    expect(thrownBy(() => admission.enter('c'))).toEqual(failing('busy'));
    first.leave();
    first.leave();
    expect(admission.inFlight).toBe(1);
    admission.enter('c');
    expect(admission.refusal('c')).toMatchObject({ reason: 'busy', retryAfterMs: 1000 });
  });

  it('refuses a caller with too many calls as concurrency_limited, and no other', () => {
    const { admission } = open({ concurrencyMax: 2 });
    const first = admission.enter('a');
    admission.enter('a');
    expect(thrownBy(() => admission.enter('a'))).toEqual(failing('concurrency_limited'));
    admission.enter('b');
    first.leave();
    admission.enter('a');
  });

  it('bounds the pages of a caller in browsers, or waiting for one', async () => {
    const { admission } = open({ browsers: 2 });
    const gone = new AbortController();
    const [first, ...others] = Array.from({ length: 8 }, (_, i) =>
      admission.renderTurn('a', i === 7 ? gone.signal : never()),
    );
    const refused = () =>
      expect(admission.renderTurn('a', never())).rejects.toEqual(failing('concurrency_limited'));
    await refused();
    await admission.renderTurn('b', never());
    gone.abort(new Error('gone'));
    await expect(others.at(-1)).rejects.toThrow('gone');
    void admission.renderTurn('a', never());
    await refused();
    (await first!)();
    void admission.renderTurn('a', never());
    await refused();
  });

  it('bounds the bytes held, over all and of one caller, but never refuses a lone page for its size', async () => {
    const { admission } = open({ workers: 9, maxHeldBytes: 1000 });
    const lone = admission.enter('a');
    await lone.turn(400, never());
    await expect(admission.enter('a').turn(200, never())).rejects.toEqual(failing('concurrency_limited'));
    const other = admission.enter('b');
    await other.turn(450, never());
    await expect(admission.enter('c').turn(200, never())).rejects.toEqual(failing('busy'));
    expect(admission.heldBytes).toBe(850);
    lone.leave();
    other.leave();
    expect(admission.heldBytes).toBe(0);
    await admission.enter('a').turn(5000, never());
  });

  it('refuses no page for its wait where pages may wait without end', async () => {
    const { admission, time } = open({ maxWaitMs: Number.POSITIVE_INFINITY });
    const end = await admission.enter('a').turn(KIB, never());
    time.ms = 60_000;
    end(60_000, 60_000);
    const places = Array.from({ length: 40 }, () => admission.enter('a'));
    const turns = places.map((place) => place.turn(KIB, never()));
    for (const turn of turns) (await turn)(1, 1);
    expect(admission.waiting).toBe(0);
  });

  it('refuses a caller when its pages would take the workers longer than a second, and never another one', async () => {
    const { admission } = await openWarm({ workers: 2 });
    const places = Array.from({ length: 9 }, () => admission.enter('a'));
    for (const place of places) void place.turn(900 * KIB, never()).catch(() => undefined);
    expect(admission.refusal('a')).toMatchObject({ reason: 'busy' });
    expect(admission.refusal('a')!.retryAfterMs).toBeGreaterThan(1000);
    expect(admission.refusal('b')).toBeNull();
    expect(admission.expectedWaitMs).toBe(0);
  });

  it('is never busy for its wait while a worker is free', async () => {
    const { admission, time } = open({ workers: 2 });
    for (let i = 0; i < 9; i++) {
      const place = admission.enter('a');
      const end = await place.turn(100 * KIB, never());
      time.ms += 15_000;
      end(15_000, 15_000);
      place.leave();
    }
    void admission.enter('a').turn(10_000 * KIB, never());
    expect(admission.refusal('a')).toBeNull();
    for (let i = 0; i < 60; i++) admission.enter('b');
    expect(admission.refusal('b')).toBeNull();
  });

  it('counts pages of the caller that are about to arrive, so that a flood is refused before its fetches', async () => {
    const { admission } = await openWarm();
    await admission.enter('a').turn(100 * KIB, never());
    let admitted = 0;
    while (admission.refusal('a') === null) {
      admission.enter('a');
      admitted++;
    }
    // About 30 ms each.
    expect(admitted).toBeGreaterThan(20);
    expect(admitted).toBeLessThan(60);
    expect(admission.refusal('b')).toBeNull();
  });

  it('serves a caller after others when it used more, in whatever part', async () => {
    const { admission } = open();
    const running = [
      await admission.enter('x').turn(KIB, never()),
      await admission.enter('y').turn(KIB, never()),
    ];
    const served: string[] = [];
    admission.charge('a', 500);
    for (const caller of ['a', 'b'])
      void admission
        .enter(caller)
        .turn(KIB, never())
        .then((end) => {
          served.push(caller);
          end(1, 1);
        });
    await expect.poll(() => admission.waiting).toBe(2);
    for (const end of running) end(5, 5);
    await expect.poll(() => served).toEqual(['b', 'a']);
  });
});
