import { Session } from 'node:inspector';

let session = null;

function post(method, params) {
  let answer;
  session.post(method, params, (error, result) => {
    if (error) throw new Error(`${method}: ${error.message}`);
    answer = result;
  });
  return answer;
}

/** Starts counting in this thread how often V8 executes each block of code; code that is optimised later goes on counting. */
export function startCounting() {
  session = new Session();
  session.connect();
  post('Profiler.enable');
  post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  takeCounts();
}

/** Ends the counting. */
export function stopCounting() {
  session.disconnect();
  session = null;
}

/** Node's own code, this gate's, and the makers of its inputs. */
const isOfTheGate = (url) =>
  url.startsWith('node:') ||
  url.includes('/pagemark-growth-') ||
  (url.includes('/tools/growth/') && !url.endsWith('.test.ts'));

/**
 * Executions of the block executed most in each function since the last question, by function: the count of its longest loop,
 * its calls where it has none. Blocks that ran as often as the one around them are not told apart by V8.
 */
export function takeCounts() {
  const counts = new Map();
  for (const { url, scriptId, functions } of post('Profiler.takePreciseCoverage').result) {
    if (isOfTheGate(url)) continue;
    for (const { functionName, ranges } of functions) {
      const most = ranges.reduce((max, { count }) => Math.max(max, count), 0);
      const place = `${url === '' ? scriptId : url}:${functionName}:${ranges[0].startOffset}`;
      if (most > 0) counts.set(place, (counts.get(place) ?? 0) + most);
    }
  }
  return counts;
}

export const sumOf = (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);
