import type { Outcome } from '../../contract/failure.ts';
import type { Root } from '../content/tree.ts';
import type { Extraction } from '../extract/extract.ts';
import type { HtmlDocument } from '../html/tree.ts';
import { isBlankContent } from './blank-content.ts';
import { isJsShell } from './js-shell.ts';

/** Everything that an outcome may depend on. */
export interface Evidence {
  readonly doc: HtmlDocument;
  readonly extraction: Extraction;
  readonly content: Root;
  /** HTTP status of the page, when there was one. */
  readonly status?: number;
  /** A browser made the document: its scripts have run. */
  readonly rendered?: boolean;
}

/** One kind of page that is not content: its reason when it is recognised, else null. */
type Rule = (evidence: Evidence) => Exclude<Outcome, 'ok'> | null;

/** In order of precedence: the first that speaks decides. */
const RULES: readonly Rule[] = [
  ({ doc }) => (doc.truncated ? 'document_too_complex' : null),
  ({ doc, rendered }) => (!rendered && isJsShell(doc) ? 'js_required' : null),
  ({ content }) => (isBlankContent(content) ? 'empty_content' : null),
];

/** What became of a page: `ok`, or the first reason why what was found is not its content. Pure. */
export function judgeOutcome(evidence: Evidence): Outcome {
  for (const rule of RULES) {
    const reason = rule(evidence);
    if (reason) return reason;
  }
  return 'ok';
}
