import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('./converter-child.mjs', import.meta.url));

/**
 * One converter in a process of its own, so that converters share neither heap nor compiled code, and one that hangs
 * or crashes costs its page only. `adapter` is a file name in adapters/.
 */
export class ConverterProcess {
  #adapter;
  #timeoutMs;
  #child = null;
  #dead = false;

  constructor(adapter, { timeoutMs = 30_000 } = {}) {
    this.#adapter = adapter;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Answers `{ markdown, cpuMs, rssMib, peakMib }` or, for an exception, a crash or the time limit, `{ error }` with an
   * empty `markdown`. Rejects when the adapter cannot be loaded.
   */
  async convert({ html, url }) {
    if (this.#dead) throw new Error(`${this.#adapter} is closed`);
    this.#child ??= await this.#start();
    const answer = await this.#ask({ html, url });
    return { markdown: '', ...answer };
  }

  close() {
    this.#dead = true;
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  #start() {
    const child = fork(CHILD, [this.#adapter], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    return new Promise((resolve, reject) => {
      child.once('message', ({ failed }) => (failed ? reject(new Error(failed)) : resolve(child)));
      child.once('exit', (code) => reject(new Error(`${this.#adapter} ended with ${code} while loading`)));
    });
  }

  #ask(page) {
    const child = this.#child;
    return new Promise((resolve) => {
      const end = (answer) => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve(answer);
      };
      const drop = (error) => {
        end({ error });
        child.kill('SIGKILL');
        this.#child = null;
      };
      const timer = setTimeout(() => drop('timeout'), this.#timeoutMs);
      child.once('message', end);
      child.once('exit', () => drop('crash'));
      child.send(page);
    });
  }
}
