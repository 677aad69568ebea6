import { keepOutOfLines } from './redact.ts';

/** A value that must not reach a log, an error or a JSON document: it only shows itself when asked. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
    keepOutOfLines(value);
  }

  /** The value itself, for the one call that needs it. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]';
  }
}
