import type { Ai } from '../ai/create-ai.ts';
import { isRefusedTask } from '../ai/provider-failure.ts';
import { toFailure } from '../contract/failure.ts';
import type { Admission } from '../conversion/admission.ts';
import type { PageSource, PageWorkers } from '../conversion/ports.ts';
import type { RateLimitStore, Stores } from '../storage/ports.ts';
import type { Measures } from './prometheus.ts';
import type { Tracing } from './tracing.ts';

/** What sees the parts at work. */
export interface Observer {
  readonly measures: Measures;
  readonly tracing: Tracing;
}

/** Runs a stage of a request in a span of its name, timed by its outcome. */
function observed<T>(
  { measures, tracing }: Observer,
  stage: Parameters<Measures['stage']>[0],
  work: () => Promise<T>,
): Promise<T> {
  return timed(
    () => tracing.step(`pagemark.${stage}`, work),
    (outcome, ms) => measures.stage(stage, outcome, ms),
  );
}

/** A source of pages whose loads are observed. */
export function observeSource(source: PageSource, observer: Observer): PageSource {
  return {
    load: (request) =>
      observed(observer, request.view === 'rendered' ? 'render' : 'fetch', () => source.load(request)),
  };
}

/** Workers whose conversions are observed. */
export function observeWorkers(workers: PageWorkers, observer: Observer): PageWorkers {
  return { convert: (...page) => observed(observer, 'convert', () => workers.convert(...page)) };
}

type Admitted = Pick<Admission, 'refusal' | 'hold' | 'enter' | 'charge'>;

/** An admission whose waits for a worker are observed. */
export function observeAdmission({ refusal, hold, enter, charge }: Admitted, observer: Observer): Admitted {
  return {
    refusal,
    hold,
    charge,
    enter(caller) {
      const place = enter(caller);
      return { ...place, turn: (...page) => observed(observer, 'queue', () => place.turn(...page)) };
    },
  };
}

/** A provider whose first piece of text is timed, counted by outcome and traced; a task that it cannot do counts nowhere. */
export function observeAi(ai: Ai, { measures, tracing }: Observer): Ai {
  return {
    model: ai.model,
    open: (task, signal) =>
      timed(
        () => tracing.step('pagemark.ai', () => ai.open(task, signal)),
        (became, ms, error) => {
          if (isRefusedTask(error)) return;
          const outcome = error !== undefined && signal.aborted ? 'cancelled' : became;
          measures.stage('ai_first_chunk', outcome, ms);
          measures.aiCall(outcome);
        },
      ),
  };
}

const OBSERVED = [
  'apiKeys',
  'licenses',
  'rateLimits',
  'credits',
  'aiQuota',
  'leases',
  'usage',
  'jobs',
] as const;

/** Stores whose every call is timed by outcome and traced; decisions of the windows are counted. */
export function observeStores(stores: Stores, { measures, tracing }: Observer): Stores {
  const observed = { ...stores };
  for (const name of OBSERVED) {
    const watch = <T>(operation: string, call: () => Promise<T>): Promise<T> =>
      timed(
        () => tracing.step(`pagemark.store.${name}.${operation}`, call),
        (outcome, ms) => measures.store(name, operation, outcome, ms),
      );
    Object.assign(observed, { [name]: watchMethods(stores[name], watch) });
  }
  return { ...observed, rateLimits: countDecisions(observed.rateLimits, measures) };
}

type Watch = <T>(operation: string, call: () => Promise<T>) => Promise<T>;

function watchMethods<T extends object>(store: T, watch: Watch): T {
  return new Proxy(store, {
    get(target, operation) {
      const method: unknown = Reflect.get(target, operation);
      if (typeof method !== 'function' || typeof operation !== 'string') return method;
      return (...args: unknown[]) => watch(operation, async () => method.apply(target, args) as unknown);
    },
  });
}

function countDecisions(windows: RateLimitStore, measures: Measures): RateLimitStore {
  const counted =
    (method: 'admit' | 'admitPaid', admitted: 'admitted' | 'paid'): RateLimitStore['admit'] =>
    async (subject, limits, key) => {
      const decision = await windows[method](subject, limits, key);
      measures.limit(decision.admitted ? admitted : decision.exceeded);
      return decision;
    };
  return { ...windows, admit: counted('admit', 'admitted'), admitPaid: counted('admitPaid', 'paid') };
}

/** Runs work and tells its outcome (`ok`, or the reason of what it threw) and milliseconds. */
async function timed<T>(
  work: () => Promise<T>,
  tell: (outcome: string, ms: number, error?: unknown) => void,
): Promise<T> {
  const from = performance.now();
  try {
    const result = await work();
    tell('ok', performance.now() - from);
    return result;
  } catch (error) {
    tell(toFailure(error).reason, performance.now() - from, error);
    throw error;
  }
}
