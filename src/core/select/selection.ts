import type { Step } from './prune.ts';

/**
 * What extraction decides and everything after it reads: for each node whether it stays, and if not, which
 * step removed it. A removed node takes its subtree with it.
 */
export interface Selection {
  /** By node index: 0 = stays, n > 0 = root of a subtree removed by `steps[n - 1]`. */
  readonly removedBy: Uint8Array;
  /** Names of the steps in pipeline order. */
  readonly steps: readonly Step[];
  /**
   * What tells rules from the model in what `removedBy` counts to the step `model`: by text node its block (-1: none), and by
   * block the number of the step that dropped it after the model had kept it, 0 without one. Absent: all fell to the model.
   */
  readonly dropped?: { readonly blockOf: Int32Array; readonly by: Uint8Array };
  /**
   * By node index: 1 = a hidden or `<noscript>` element whose content stays all the same (a page that scripts
   * uncover, a thread served for readers without scripts, a closed tab). Absent: none.
   */
  readonly revealed?: Uint8Array;
  /** By node index: 1 = a rule is due ahead of this element: nothing else parts it from what stands above. Absent: none. */
  readonly parted?: Uint8Array;
}
