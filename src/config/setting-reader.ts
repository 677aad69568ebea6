import { isIP } from 'node:net';
import { parseHttpUrl } from '../contract/address.ts';
import type { ProblemList } from './problems.ts';
import { Secret } from './secret.ts';
import { SETTINGS, type Setting, type SettingName } from './settings.table.ts';

/** Typed reading of raw values: every method returns a usable value and notes a problem when it had to guess. */
export class SettingReader {
  readonly problems: ProblemList;
  readonly #values: ReadonlyMap<SettingName, string>;

  constructor(values: ReadonlyMap<SettingName, string>, problems: ProblemList) {
    this.#values = values;
    this.problems = problems;
  }

  /** The value as given, or null. */
  text(name: SettingName): string | null {
    return this.#values.get(name) ?? null;
  }

  /** The value as given, else the default of the table. */
  textOrDefault(name: SettingName): string {
    return this.text(name) ?? settingOf(name)?.default ?? '';
  }

  /** A whole number from `min` to `max`. */
  integer(name: SettingName, min: number, max: number, otherwise?: number): number {
    const given = this.text(name);
    const fallback = otherwise ?? Number(settingOf(name)?.default ?? min);
    if (given === null) return fallback;
    const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.problems.wrong(name, given, `a whole number from ${min} to ${max}`);
    return fallback;
  }

  /** One of a closed list. */
  choice<T extends string>(name: SettingName, choices: readonly T[]): T {
    const given = this.textOrDefault(name);
    const found = choices.find((choice) => choice === given);
    if (found !== undefined) return found;
    this.problems.wrong(name, given, `one of ${choices.join(', ')}`);
    return choices[0]!;
  }

  /** Entries of a comma list, blank ones dropped. */
  list(name: SettingName): readonly string[] {
    return this.textOrDefault(name)
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  }

  /** What each entry of a comma list says to `parse`; one that says nothing to it (null) is a problem and is left out. */
  entries<T>(name: SettingName, parse: (entry: string) => T | null, wanted: string): readonly T[] {
    return this.list(name).flatMap((entry) => {
      const parsed = parse(entry);
      if (parsed === null) this.problems.wrong(name, entry, wanted);
      return parsed === null ? [] : [parsed];
    });
  }

  /** A value that must not be shown, or null. */
  secret(name: SettingName): Secret | null {
    const given = this.text(name);
    return given === null ? null : new Secret(given);
  }

  /**
   * An absolute http or https URL without fragment, and without query, user name and password where it is shown; null when unset or
   * wrong.
   */
  url(name: SettingName, wanted: string): URL | null {
    const given = this.text(name);
    if (given === null) return null;
    const url = parseHttpUrl(given);
    const isShown = settingOf(name)?.secret !== true;
    const { hash = '', search = '', username = '', password = '' } = url ?? {};
    if (url && hash === '' && (!isShown || search + username + password === '')) return url;
    if (url && isShown)
      this.problems.add(
        `Remove the query, fragment, user name and password from ${name}; wanted is scheme, host and path only.`,
      );
    else this.problems.wrong(name, isShown && !/[@?#]/.test(given) ? given : null, wanted);
    return null;
  }
}

const settingOf = (name: SettingName): Setting | undefined =>
  SETTINGS.find((setting) => setting.name === name);

/** A base address as it is put before paths. */
export function withoutSlash(url: URL | null): string | null {
  return url && (url.origin + url.pathname).replace(/(?<!\/)\/+$/, '');
}

/** `host:port`, `[v6]:port`, or with `defaultPort` a bare address; null when it is none of these. */
export function parseHostPort(
  text: string,
  defaultPort?: number,
): { readonly host: string; readonly port: number } | null {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  if (defaultPort !== undefined && isIP(bare) !== 0) return { host: bare, port: defaultPort };
  const match = /^(?:\[([^\]]+)\]|([^:[\]\s/@]+)):(\d{1,5})$/.exec(text);
  if (!match) return null;
  const port = Number(match[3]);
  if (port < 1 || port > 65_535) return null;
  if (match[1] !== undefined) return isIP(match[1]) === 6 ? { host: match[1], port } : null;
  return { host: match[2]!, port };
}
