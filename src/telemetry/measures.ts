/** Stages of a request whose time is measured. */
type Stage = 'fetch' | 'render' | 'queue' | 'convert' | 'write' | 'ai_first_chunk';

/** Where figures go. `outcome` is `ok` or a failure reason; times are milliseconds. */
export interface Measures {
  stage(stage: Stage, outcome: string, ms: number): void;
  store(store: string, operation: string, outcome: string, ms: number): void;
  limit(decision: 'admitted' | 'paid' | 'minute' | 'hour'): void;
  aiCall(outcome: string): void;
}
