/** A start refused because of its settings; lists every problem at once, then what would only have been a warning. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** Each: action first, the value quoted (never a secret one), what is wanted. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[], warnings: readonly string[] = []) {
    const lines = [...problems, ...warnings].map((line) => `  - ${line}`);
    super(
      `Correct ${problems.length === 1 ? 'this setting' : 'these settings'} and start again:\n${lines.join('\n')}`,
    );
    this.problems = problems;
  }
}

/** Gathers problems while the settings are read, so that none hides another. */
export class ProblemList {
  readonly found: string[] = [];

  /** `Set VARIABLE to WANTED; it is "value".` With `value` null (unset or secret) the last part says so. */
  wrong(variable: string, value: string | null, wanted: string): void {
    const is = value === null ? 'its value is not' : `it is ${JSON.stringify(value)}`;
    this.found.push(`Set ${variable} to ${wanted}; ${is}.`);
  }

  /** A free message, for what concerns several variables. */
  add(message: string): void {
    this.found.push(message);
  }
}
