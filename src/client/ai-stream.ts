import type { AiEventBody } from '../contract/ai.ts';
import type { FailureReason } from '../contract/failure.ts';
import { answerInfo } from './answer-info.ts';
import type { AiEvent, AiStream } from './client-types.ts';
import { PagemarkError } from './pagemark-error.ts';
import type { Deadline } from './send.ts';

/** The stream of a call that `open` sends when the first event is asked for. */
export function aiStream(start: () => Deadline, open: (deadline: Deadline) => Promise<Response>): AiStream {
  const events = run(start, open);
  return {
    [Symbol.asyncIterator]: () => events,
    async text() {
      let text = '';
      for await (const event of events) if (event.type === 'delta') text += event.text;
      return text;
    },
  };
}

async function* run(
  start: () => Deadline,
  open: (deadline: Deadline) => Promise<Response>,
): AsyncGenerator<AiEvent, void, void> {
  const deadline = start();
  try {
    const response = await open(deadline);
    yield* read(response, deadline);
  } catch (error) {
    throw deadline.explain(error);
  } finally {
    deadline.end();
  }
}

async function* read(response: Response, deadline: Deadline): AsyncGenerator<AiEvent, void, void> {
  const info = answerInfo(response);
  const cut = (message: string, cause?: unknown) =>
    new PagemarkError('client_answer', message, { info, cause });
  let isDone = false;
  if (response.body === null) throw cut('Retry the call: the answer had no body.');
  for await (const data of eventData(response.body, deadline)) {
    if (data === '[DONE]') return;
    let event: AiEventBody;
    try {
      event = JSON.parse(data) as AiEventBody;
    } catch (cause) {
      throw cut('Check that nothing between rewrites the stream: an event was not JSON.', cause);
    }
    if (event.type === 'error') {
      throw new PagemarkError(event.error.reason as FailureReason, event.error.message, { info });
    }
    if (event.type === 'done') isDone = true;
    yield event;
  }
  if (!isDone) throw cut('Retry the call: the stream ended before the answer was complete.');
}

/**
 * The data of each server-sent event of a stream of bytes (WHATWG HTML, 9.2.6): lines end with LF, CR LF or CR, data
 * lines of one event are joined by LF, comments and other fields are skipped. An event cut off by the end is dropped.
 * The deadline runs while a piece is waited for, comments included, and not while the caller works on an event.
 */
async function* eventData(
  body: ReadableStream<Uint8Array>,
  deadline: Deadline,
): AsyncGenerator<string, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let data: string[] = [];
  try {
    for (;;) {
      deadline.restart();
      const { done, value } = await reader.read();
      deadline.pause();
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      // A CR at the very end may be half of a CR LF.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop()!;
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield data.join('\n');
          data = [];
        } else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
