/** One thing wrong with the settings. */
interface ConfigProblem {
  readonly variable: string;
  /** Action first, the value quoted (never a secret one), what is wanted. */
  readonly message: string;
}

/** A start refused because of its settings; lists every problem at once, then what would only have been a warning. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[], warnings: readonly string[] = []) {
    const lines = [...problems.map(({ message }) => message), ...warnings].map((line) => `  - ${line}`);
    super(
      `Correct ${problems.length === 1 ? 'this setting' : 'these settings'} and start again:\n${lines.join('\n')}`,
    );
    this.problems = problems;
  }
}

/** Gathers problems while the settings are read, so that none hides another. */
export class ProblemList {
  readonly found: ConfigProblem[] = [];

  /** `Set VARIABLE to WANTED; it is "value".` With `value` null (unset or secret) the last part says so. */
  wrong(variable: string, value: string | null, wanted: string): void {
    const is = value === null ? 'its value is not' : `it is ${JSON.stringify(value)}`;
    this.found.push({ variable, message: `Set ${variable} to ${wanted}; ${is}.` });
  }

  /** A free message, for what concerns several variables. */
  add(variable: string, message: string): void {
    this.found.push({ variable, message });
  }
}
