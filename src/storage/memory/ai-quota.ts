import type { AiQuotaStore, AiReservation, AiUsage, AiUsageTotal } from '../ports.ts';

interface Reservation {
  readonly account: string;
  readonly leaseId: string;
  kept: boolean;
}

/** AI calls of one process. */
export class MemoryAiQuota implements AiQuotaStore {
  readonly #settled = new Map<string, number>();
  readonly #reservations = new Map<string, Reservation>();
  #next = 1;

  async reserve(licenseId: string, period: string, limit: number, leaseId: string): Promise<AiReservation> {
    const account = `${licenseId} ${period}`;
    const used = this.#used(account);
    if (used >= limit) return { reserved: false, used };
    const reservationId = `memory-${this.#next++}`;
    this.#reservations.set(reservationId, { account, leaseId, kept: false });
    return { reserved: true, reservationId, used: used + 1 };
  }

  async keep(reservationId: string, licenseId: string, period: string, limit: number): Promise<boolean> {
    const reservation = this.#reservations.get(reservationId);
    if (reservation) {
      reservation.kept = true;
      return true;
    }
    const account = `${licenseId} ${period}`;
    if (this.#used(account) >= limit) return false;
    this.#count(account);
    return true;
  }

  async settle(reservationId: string): Promise<void> {
    if (this.#reservations.get(reservationId)?.kept) this.#finish(reservationId);
  }

  async release(reservationId: string, evenKept = false): Promise<void> {
    if (evenKept || this.#reservations.get(reservationId)?.kept === false)
      this.#reservations.delete(reservationId);
  }

  async usage(licenseId: string, period: string): Promise<AiUsage> {
    return { used: this.#used(`${licenseId} ${period}`) };
  }

  async totals(): Promise<readonly AiUsageTotal[]> {
    const accounts = [...this.#settled].sort(([a], [b]) => (a < b ? -1 : 1));
    return accounts.map(([account, settled]) => {
      const [licenseId = '', period = ''] = account.split(' ');
      return { licenseId, period, settled };
    });
  }

  async load(totals: readonly AiUsageTotal[]): Promise<void> {
    for (const { licenseId, period, settled } of totals) {
      const account = `${licenseId} ${period}`;
      if (this.#settled.has(account))
        throw new Error(`load each period once; ${JSON.stringify(account)} is there`);
      this.#settled.set(account, settled);
    }
  }

  /** Counts the kept calls of dead leases and gives the others back; how many these were. */
  async releaseLeases(isDead: (leaseId: string) => boolean): Promise<number> {
    const dead = [...this.#reservations].filter(([, reservation]) => isDead(reservation.leaseId));
    for (const [id] of dead) this.#finish(id);
    return dead.filter(([, reservation]) => !reservation.kept).length;
  }

  #finish(reservationId: string): void {
    const reservation = this.#reservations.get(reservationId)!;
    this.#reservations.delete(reservationId);
    if (reservation.kept) this.#count(reservation.account);
  }

  #count(account: string): void {
    this.#settled.set(account, (this.#settled.get(account) ?? 0) + 1);
  }

  #used(account: string): number {
    let used = this.#settled.get(account) ?? 0;
    for (const reservation of this.#reservations.values()) if (reservation.account === account) used++;
    return used;
  }
}
