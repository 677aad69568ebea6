import { ServiceError } from '../contract/failure.ts';

/** Whether what was thrown is of work that was stopped, or of a site meanwhile, and not of the disk. */
export const isOfStop = (error: unknown, stop: AbortSignal): boolean =>
  stop.aborted &&
  (error === stop.reason || error instanceof ServiceError || (error as Error).name === 'AbortError');

/** Takes targets, so many at a time, until none waits and none is under way that may lead on, or `stop`. What a take or a visit throws is thrown when all that was under way has ended. */
export async function runLanes<Target>(
  {
    take,
    visit,
    stop,
    lanesNow = () => lanes,
  }: {
    readonly take: () => Target | undefined | Promise<Target | undefined>;
    readonly visit: (target: Target) => Promise<void>;
    readonly stop: AbortSignal;
    /** How many of them at this moment; all unless told. */
    readonly lanesNow?: () => number;
  },
  lanes: number,
): Promise<void> {
  const wakers: (() => void)[] = [];
  let running = 0;
  let fault: { readonly error: unknown } | undefined;
  const lane = async () => {
    while (!stop.aborted && fault === undefined) {
      running++;
      let isNone = false;
      try {
        const target = running > lanesNow() ? undefined : await take();
        isNone = target === undefined;
        if (target !== undefined) await visit(target);
      } catch (error) {
        // What waited for its turn when the work was ended was not begun.
        if (!isOfStop(error, stop)) fault ??= { error };
      } finally {
        running--;
        if (!isNone || running === 0) for (const wake of wakers.splice(0)) wake();
      }
      if (isNone && running === 0) return;
      if (isNone) await new Promise<void>((resolve) => wakers.push(resolve));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (fault !== undefined) throw fault.error;
}
