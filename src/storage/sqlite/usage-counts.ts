import type { SqliteConnection, Statement } from './connection.ts';

/** Counted calls by key and day, within transactions of those that admit them. */
export class SqliteUsageCounts {
  readonly #admit: Statement;
  readonly #giveBack: Statement;
  readonly #calls: Statement;

  constructor(connection: SqliteConnection) {
    this.#admit = connection.prepare(
      `INSERT INTO usage_count (key_id, day, source, admitted, given_back) VALUES (?, ?, '', 1, 0)
       ON CONFLICT (key_id, day, source) DO UPDATE SET admitted = admitted + 1`,
    );
    this.#giveBack = connection.prepare(
      "UPDATE usage_count SET given_back = given_back + 1 WHERE key_id = ? AND day = ? AND source = ''",
    );
    this.#calls = connection.prepare(
      `SELECT coalesce(sum(admitted - given_back), 0) AS calls FROM usage_count
       WHERE key_id = ? AND day >= ? AND day < ?`,
    );
  }

  admitted(keyId: string, day: number): void {
    this.#admit.run(keyId, day);
  }

  /** Takes a call back that was counted on `day`. */
  givenBack(keyId: string, day: number): void {
    this.#giveBack.run(keyId, day);
  }

  /** Calls of a key from `fromDay` on, before `endDay`. */
  calls(keyId: string, fromDay: number, endDay: number): number {
    return (this.#calls.get(keyId, fromDay, endDay) as { calls: number }).calls;
  }
}
