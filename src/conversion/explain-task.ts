import type { Outcome } from '../contract/failure.ts';
import type { Root } from '../core/content/tree.ts';
import type { RemovedBlock } from '../core/diagnostics/diagnostics.ts';
import {
  type ExplainedPlace,
  explainText,
  type TracedText,
  traceTexts,
} from '../core/diagnostics/explain-text.ts';
import { annotate } from '../core/page/annotate.ts';
import { extract } from '../core/select/extract.ts';
import { walkContent } from '../core/walk-content.ts';
import { documentKind, unreadKind } from '../documents/document-kind.ts';
import { conversionOf } from './convert-task.ts';
import { outcomeFailure } from './outcome-failure.ts';
import type { PageTask } from './ports.ts';

/** What became of a text of a page or document. */
export interface Explanation {
  /** What became of the page as a whole. */
  readonly outcome: Outcome;
  /** How its content was found (`Diagnostics`). */
  readonly strategy: string;
  /** Where the text stands; empty: nowhere. */
  readonly places: readonly ExplainedPlace[];
}

/**
 * Converts the page of a task and tells what became of a text. Throws `ServiceError`: `unsupported_media_type`, and
 * `document_too_complex` for a page that is not looked at.
 */
export async function explainTask(task: PageTask, sought: string): Promise<Explanation> {
  const kind = documentKind(task);
  if (kind === null) throw outcomeFailure('unsupported_media_type', {}, { unread: unreadKind(task) });
  const conversion = await conversionOf(kind, task, task.options);
  const { outcome, content, markdown, exceeded } = conversion;
  if (exceeded !== null) throw outcomeFailure('document_too_complex', {}, { exceeded });
  const { strategy, removed } = conversion.diagnostics;
  if (!('document' in conversion)) {
    const places = explainText(textsOf(content, removed), markdown, sought).map(withoutPlace);
    return { outcome, strategy, places };
  }
  const { document } = conversion;
  const texts = traceTexts(
    document,
    extract(annotate(document), { ...task.options, url: task.url }),
    content,
  );
  return { outcome, strategy, places: explainText(texts, markdown, sought) };
}

/** The texts of a document that is no page: those that stay, then those that were removed. */
function textsOf(content: Root, removed: readonly RemovedBlock[]): readonly TracedText[] {
  const texts: TracedText[] = [];
  walkContent(content, (node) => {
    if ('value' in node && typeof node.value === 'string')
      texts.push({ text: node.value, step: null, element: '', block: texts.length });
    return false;
  });
  for (const { text, step, element } of removed) texts.push({ text, step, element, block: texts.length });
  return texts;
}

/** Of what was removed from such a document it is not known what it stood next to. */
function withoutPlace(place: ExplainedPlace): ExplainedPlace {
  return place.parts.every(({ step }) => step === null) ? place : { ...place, before: null, after: null };
}
