import { CONTRACT_PLANS, type PlanLimits } from '../contract/plans.ts';
import type { ProblemList } from './problems.ts';

/** Largest limits of a plan of one's own. */
const MAX_PER_MINUTE = 1_000_000;
const MAX_PER_HOUR = 10_000_000;

/** `PAGEMARK_PLANS` as plan limits by name; every wrong part is a problem and is left out. */
export function parsePlans(json: string | null, problems: ProblemList): Readonly<Record<string, PlanLimits>> {
  if (json === null) return {};
  const value = parseJson(json);
  if (!isRecord(value)) {
    problems.wrong('PAGEMARK_PLANS', json, 'a JSON object such as {"team":{"perMinute":100,"perHour":1000}}');
    return {};
  }
  const plans: Record<string, PlanLimits> = {};
  for (const [name, entry] of Object.entries(value)) {
    const faults = [...planFaults(name, entry)];
    for (const fault of faults)
      problems.add(`Correct the plan ${JSON.stringify(name)} in PAGEMARK_PLANS: ${fault}.`);
    if (faults.length === 0) plans[name] = entry as unknown as PlanLimits;
  }
  return plans;
}

function* planFaults(name: string, entry: unknown): Generator<string> {
  if (Object.hasOwn(CONTRACT_PLANS, name)) {
    yield 'the plans free, discovery and growth are fixed; choose another name';
  } else if (!/^[a-z][a-z0-9-]{0,31}$/.test(name)) {
    yield 'a name is a lower-case letter, then up to 31 letters, digits or hyphens';
  }
  if (!isRecord(entry)) {
    yield `it is ${JSON.stringify(entry)}; wanted is {"perMinute":…,"perHour":…}`;
    return;
  }
  const { perMinute, perHour, ...unknown } = entry;
  for (const [field, limit, max] of [
    ['perMinute', perMinute, MAX_PER_MINUTE],
    ['perHour', perHour, MAX_PER_HOUR],
  ] as const) {
    if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > max) {
      yield `${field} is ${JSON.stringify(limit) ?? 'missing'}; wanted is a whole number from 1 to ${max}`;
    }
  }
  for (const field of Object.keys(unknown)) {
    yield `unknown field ${JSON.stringify(field)}; wanted are perMinute and perHour`;
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
