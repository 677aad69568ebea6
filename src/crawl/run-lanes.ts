import { ServiceError } from '../contract/failure.ts';

/** Whether what was thrown is of work that was stopped, or of a site meanwhile, and not of the disk. */
export const isOfStop = (error: unknown, stop: AbortSignal): boolean =>
  stop.aborted &&
  (error === stop.reason || error instanceof ServiceError || (error as Error).name === 'AbortError');

/** Takes targets, `lanes()` at a time, until none waits and none is under way that may lead on, or `stop`. What a take or a visit throws is thrown when all that was under way has ended. */
export async function runLanes<Target>({
  take,
  visit,
  stop,
  lanes,
}: {
  readonly take: () => Target | undefined | Promise<Target | undefined>;
  readonly visit: (target: Target) => Promise<void>;
  readonly stop: AbortSignal;
  readonly lanes: () => number;
}): Promise<void> {
  let [underWay, onEnd] = [0, () => {}];
  let fault: { readonly error: unknown } | undefined;
  const keep = (error: unknown): undefined => {
    // What waited for its turn when the work was ended was not begun.
    if (!isOfStop(error, stop)) fault ??= { error };
  };
  const begin = async (target: Target): Promise<void> => {
    underWay++;
    await visit(target).catch(keep);
    underWay--;
    onEnd();
  };
  const takeNow = async () => {
    const mayTake = !stop.aborted && fault === undefined && underWay < lanes();
    return mayTake ? await take() : undefined;
  };
  for (;;) {
    const isIdle = underWay === 0;
    // Also one that ends while another is taken may lead on.
    const oneEnded = new Promise<void>((resolve) => {
      onEnd = resolve;
    });
    const target = await takeNow().catch(keep);
    if (target !== undefined) void begin(target);
    else if (isIdle) break;
    else await oneEnded;
  }
  if (fault !== undefined) throw fault.error;
}
