import type { AnswerInfo, ConvertedPage } from '../client/index.ts';
import { grouped, h } from '../site/browser/dom.ts';
import type { Ask } from './ask-form.ts';
import { failureCard } from './failure-view.ts';
import { convertAsk, type Service } from './service-call.ts';

/** What asking for a further part needs of the page around it. */
export interface PartDeps {
  readonly service: Service;
  readonly announce: (message: string) => void;
  /** Called with every answer, for the limits. */
  readonly onAnswer: (info: AnswerInfo) => void;
}

/** The parts that `max_tokens` left, one after the other; nothing where the page is whole. Each costs a request. */
export function moreButton(
  first: ConvertedPage,
  ask: Ask,
  { service, announce, onAnswer }: PartDeps,
  onPart: (page: ConvertedPage) => void,
): HTMLElement[] {
  let cursor = first.next_cursor;
  if (cursor === undefined) return [];
  const holder = h('div', { class: 'more' });
  const load = async () => {
    button.disabled = true;
    try {
      const { page } = await convertAsk(
        { ...ask, isFresh: false, input: { ...ask.input, cursor: cursor! } },
        service,
      );
      onAnswer(page.info);
      onPart(page);
      cursor = page.next_cursor;
      announce(`A further part of about ${grouped(page.info.tokens ?? 0)} tokens was added.`);
      if (cursor === undefined) holder.replaceChildren(h('p', { class: 'muted' }, 'That is the whole page.'));
    } catch (error) {
      holder.replaceChildren(h('div', { class: 'failure' }, ...failureCard(error, 'more-failure-title')));
    } finally {
      button.disabled = false;
    }
  };
  const button = h('button', { type: 'button', click: () => void load() }, 'Add the next part (one request)');
  holder.append(button);
  return [holder];
}
