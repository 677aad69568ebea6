// A worker whose page is named by its URL, to see what the pool does with it.
import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveTasks } from '../../build/conversion/serve-tasks.js';
import { ownTaskId } from '../../build/conversion/thread-cpu.js';

serveTasks(run);

function run({ url }) {
  if (url === 'loop:') for (;;);
  if (url === 'hoard:') for (const kept = []; ; ) kept.push(Array.from({ length: 1000 }, () => ({ a: {} })));
  if (url === 'exit:') process.exit(1);
  if (url === 'throw:') throw new Error('secret detail');
  if (url === 'deep:') return run({ url: nest(0) });
  if (url === 'nice:') return run({ url: String(getPriority(ownTaskId())) });
  const output = { content: url, outcome: 'ok', tokens: 1, etag: '"x"' };
  return url === 'wait:' ? sleep(1000, output) : output;
}

function nest(depth) {
  return nest(depth + 1) + depth;
}
