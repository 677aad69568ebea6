import type pg from 'pg';
import type { Engines } from '../support/fleet.ts';
import type { ServiceProcess } from '../support/service-process.ts';

/** What a fault may act on. */
export interface Ground {
  /** On the scaled stores only. */
  readonly engines: Engines | null;
  /** A session of a superuser on PostgreSQL, opened before the fault; null on the embedded store. */
  readonly admin: pg.Client | null;
  /** Path of the embedded database; '' on the scaled stores. */
  readonly file: string;
  /** The process under test; null while a fault strikes before it starts. */
  readonly service: ServiceProcess | null;
}

/** Systems beside the service that a fault acts on: what they are told to it, and how they end. */
export interface Outside {
  readonly env: Readonly<Record<string, string>>;
  /** Address that the load converts in place of HTML of its own. */
  readonly page?: string;
  readonly strike: FaultCase['strike'];
  close(): Promise<void>;
}

/** Ends a fault; afterwards everything is as it was. */
export type Heal = () => Promise<void>;

/** One kind of fault. */
export interface FaultCase {
  readonly name: string;
  /** Settings of the process besides the usual ones. */
  readonly env?: Readonly<Record<string, string>>;
  /** The database lies on a device of its own of this size. */
  readonly diskBytes?: number;
  /** The fault strikes before the process starts; it must start all the same. */
  readonly atStart?: true;
  /** How long it lasts under load, in milliseconds, or longer until a call was refused; default 700. */
  readonly lastsMs?: number;
  /** Some calls must be refused while it lasts, so that the case proves something; default true. */
  readonly isFelt?: boolean;
  /** Connections may be cut: then a call that was not answered may have been counted. */
  readonly cuts?: true;
  /** Reasons besides 429 and 503 that the documentation names for what is broken, each the caller's to see. */
  readonly reasons?: readonly string[];
  readonly strike: (ground: Ground) => Promise<Heal>;
}

/** A fault of a system beside the service, which is started for the case. */
export type OutsideFault = Omit<FaultCase, 'strike'> & { readonly open: () => Promise<Outside> };
