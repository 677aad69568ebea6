// Reporter of Vitest: says where the run is (suite n of m), and beside the totals names again what was left out.
import path from 'node:path';
import { leftOutIn, SUITES, suiteOf } from './suites.table.mjs';

const LEFT_OUT = /^LEFT OUT: .*/gm;

export default class SuitesReporter {
  #began = performance.now();
  /** Files of the run by suite, in the order of the table: how many there are, have begun and have ended. */
  #suites = new Map();
  #leftOut = new Set();

  onInit({ config, logger }) {
    this.root = config.root;
    this.logger = logger;
  }

  onTestRunStart(specifications) {
    this.#began = performance.now();
    this.#leftOut = new Set(leftOutIn(this.root).values());
    const names = specifications.map(({ moduleId }) => this.#nameOf(moduleId));
    this.#suites = new Map(
      SUITES.map(({ name }) => [
        name,
        { files: names.filter((one) => one === name).length, begun: 0, ended: 0 },
      ]).filter(([, { files }]) => files > 0),
    );
  }

  onTestModuleStart({ moduleId }) {
    const name = this.#nameOf(moduleId);
    const suite = this.#suites.get(name);
    if (suite !== undefined && suite.begun++ === 0) this.#say(name, `begins, ${suite.files} files`);
  }

  onTestModuleEnd({ moduleId }) {
    const name = this.#nameOf(moduleId);
    const suite = this.#suites.get(name);
    if (suite !== undefined && ++suite.ended === suite.files) this.#say(name, 'ended');
  }

  onUserConsoleLog({ content }) {
    for (const [line] of content.matchAll(LEFT_OUT)) this.#leftOut.add(line);
  }

  onTestRunEnd() {
    for (const line of [...this.#leftOut].sort()) this.logger.warn(line);
  }

  #nameOf(moduleId) {
    return suiteOf(path.relative(this.root, moduleId).replaceAll(path.sep, '/'))?.name;
  }

  /** `suite 5 of 10: "stores" begins, 17 files; 120 of 214 files have ended after 62 s`. */
  #say(name, what) {
    const all = [...this.#suites.values()];
    const sum = (field) => all.reduce((total, suite) => total + suite[field], 0);
    const seconds = Math.round((performance.now() - this.#began) / 1000);
    this.logger.log(
      `suite ${[...this.#suites.keys()].indexOf(name) + 1} of ${all.length}: "${name}" ${what}; ` +
        `${sum('ended')} of ${sum('files')} files have ended after ${seconds} s`,
    );
  }
}
