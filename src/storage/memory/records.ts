import type { ApiKeyRecord, ApiKeyStore, LicenseRecord, LicenseStore } from '../ports.ts';

/** What keys and licences have in common. */
interface KeyedRecord {
  readonly id: string;
  readonly hash: string;
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
}

/** Records by id and by hash, in this process only. */
class MemoryRecords<T extends KeyedRecord> {
  readonly #byId = new Map<string, T>();
  readonly #idByHash = new Map<string, string>();

  async insert(record: T): Promise<void> {
    if (this.#byId.has(record.id) || this.#idByHash.has(record.hash)) {
      throw new Error(`insert a record with its own id and hash; ${JSON.stringify(record.id)} is taken`);
    }
    this.#byId.set(record.id, record);
    this.#idByHash.set(record.hash, record.id);
  }

  async insertFirst(record: T): Promise<boolean> {
    if (this.#byId.size > 0) return false;
    await this.insert(record);
    return true;
  }

  async findByHash(hash: string): Promise<T | null> {
    return this.find(this.#idByHash.get(hash) ?? '');
  }

  async find(id: string): Promise<T | null> {
    return this.#byId.get(id) ?? null;
  }

  async list(): Promise<readonly T[]> {
    return [...this.#byId.values()].sort(
      (a, b) => a.createdAtMs - b.createdAtMs || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    );
  }

  async revoke(id: string, atMs: number): Promise<T | null> {
    const record = this.#byId.get(id);
    if (record === undefined) return null;
    const revoked = { ...record, revokedAtMs: record.revokedAtMs ?? atMs };
    this.#byId.set(id, revoked);
    return revoked;
  }
}

/** API keys that live as long as the process. */
export class MemoryApiKeys extends MemoryRecords<ApiKeyRecord> implements ApiKeyStore {}

/** Licences that live as long as the process. */
export class MemoryLicenses extends MemoryRecords<LicenseRecord> implements LicenseStore {}
