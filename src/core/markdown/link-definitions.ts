import { writeDestination, writeTitle } from './destination.ts';

/** The numbered link definitions of a document written with `links: 'reference'`. */
export class LinkDefinitions {
  /** The line of each label, in the order of their first use. */
  readonly lines = new Map<string, string>();
  private readonly byTarget = new Map<string, string>();
  private readonly labels: Set<string>;

  /** `labels` receives every label used, so that page text like `[1]` is escaped. */
  constructor(labels: Set<string>) {
    this.labels = labels;
  }

  /** Label of a target; the same address and title share one. */
  labelFor(url: string, title: string | null): string {
    const target = writeDestination(url, false) + writeTitle(title, false);
    const known = this.byTarget.get(target);
    if (known !== undefined) return known;
    const label = String(this.lines.size + 1);
    this.byTarget.set(target, label);
    this.labels.add(label);
    this.lines.set(label, `[${label}]: ${target}`);
    return label;
  }

  /** The block of definitions; empty when there are none. */
  toString(): string {
    return [...this.lines.values()].join('\n');
  }
}
