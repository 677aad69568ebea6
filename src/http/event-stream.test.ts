import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEventStream } from './event-stream.ts';

/** As much of a response as a stream needs; `isFull` makes it ask for a drain. */
function fakeResponse() {
  const written: string[] = [];
  const response = Object.assign(new EventEmitter(), {
    destroyed: false,
    writableNeedDrain: false,
    isFull: false,
    head: {} as Record<string, string>,
    writeHead(_status: number, head: Record<string, string>) {
      response.head = head;
    },
    write(text: string) {
      written.push(text);
      return !response.isFull;
    },
    end() {
      written.push('END');
    },
  });
  return { response, written, stream: openEventStream(response as unknown as ServerResponse, {}) };
}

describe('openEventStream', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('writes a comment every 15 seconds, until the end', () => {
    const { written, stream } = fakeResponse();
    vi.advanceTimersByTime(14_999);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(15_002);
    expect(written).toEqual([': keep-alive\n\n', ': keep-alive\n\n']);
    stream.end();
    vi.advanceTimersByTime(60_000);
    expect(written).toEqual([': keep-alive\n\n', ': keep-alive\n\n', 'END']);
  });

  it('writes no comment to a caller that reads slower than we write, and none after it has gone', () => {
    const { response, written } = fakeResponse();
    response.writableNeedDrain = true;
    vi.advanceTimersByTime(30_000);
    response.writableNeedDrain = false;
    response.emit('close');
    vi.advanceTimersByTime(30_000);
    expect(written).toEqual([]);
  });

  it('waits for a slow reader, and not for one that has gone', async () => {
    const { response, stream } = fakeResponse();
    response.isFull = true;
    let sent = 0;
    const first = stream.send('a').then(() => sent++);
    await Promise.resolve();
    expect(sent).toBe(0);
    response.emit('drain');
    await first;
    expect(response.listenerCount('close')).toBe(1);
    expect(response.listenerCount('error')).toBe(0);
    const second = stream.send('b');
    response.emit('close');
    await second;
    response.destroyed = true;
    await stream.send('c');
  });
});
