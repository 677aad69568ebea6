// Loaded into a process under test: SIGUSR2 ends its worker threads, whatever they do.
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

const running = new Set();
threads.Worker = class extends threads.Worker {
  constructor(...args) {
    super(...args);
    running.add(this);
    this.once('exit', () => running.delete(this));
  }
};
syncBuiltinESMExports();
if (threads.isMainThread) {
  process.on('SIGUSR2', () => {
    for (const worker of running) void worker.terminate();
  });
}
