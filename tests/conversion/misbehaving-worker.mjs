// A worker whose task is named by the page's URL, to see what the pool does with it.
export default function run({ url }) {
  if (url === 'loop:') for (;;);
  if (url === 'hoard:') for (const kept = []; ; ) kept.push(Array.from({ length: 1000 }, () => ({ a: {} })));
  if (url === 'exit:') process.exit(1);
  if (url === 'throw:') throw new Error('secret detail');
  if (url === 'deep:') return run.call(null, { url: nest(0) });
  return { content: url, outcome: 'ok', tokens: 1, etag: '"x"' };
}

function nest(depth) {
  return nest(depth + 1) + depth;
}
