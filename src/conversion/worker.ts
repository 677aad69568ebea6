import { openCachedFiles } from '../code-cache.ts';

/** Entry of a worker thread. */
const { serveWorker } = openCachedFiles().load('worker-tasks.cjs') as typeof import('./worker-tasks.ts');
await serveWorker();
