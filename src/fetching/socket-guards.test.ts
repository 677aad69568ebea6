import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { limitReadsPerTurn } from './socket-guards.ts';

describe('limitReadsPerTurn', () => {
  test('hands over everything in order and ends, a budget at a time', async () => {
    const stream = new PassThrough({ highWaterMark: 1_000_000 });
    limitReadsPerTurn(stream as unknown as Socket, 1_000);
    const sent = Buffer.from(Array.from({ length: 20_000 }, (_, at) => at % 251));
    for (let at = 0; at < sent.length; at += 100) stream.write(sent.subarray(at, at + 100));
    stream.end();
    const received: Buffer[] = [];
    let turn = 0;
    let running = true;
    const tick = (): void => {
      turn += 1;
      if (running) setImmediate(tick);
    };
    setImmediate(tick);
    const turns = new Set<number>();
    stream.on('readable', () => {
      for (let chunk = stream.read(100); chunk !== null; chunk = stream.read(100)) {
        received.push(chunk);
        turns.add(turn);
      }
    });
    await new Promise((resolve) => stream.once('end', resolve));
    running = false;
    expect(Buffer.compare(Buffer.concat(received), sent)).toBe(0);
    expect(turns.size).toBeGreaterThanOrEqual(19);
  });

  test('leaves a destroyed stream alone', async () => {
    const stream = new PassThrough();
    limitReadsPerTurn(stream as unknown as Socket, 10);
    stream.write(Buffer.alloc(100));
    await new Promise((resolve) => stream.once('readable', resolve));
    expect(stream.read(20)?.length).toBe(20);
    expect(stream.read(20)).toBeNull();
    let readable = 0;
    stream.on('readable', () => {
      readable += 1;
    });
    stream.destroy();
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(readable).toBe(0);
  });
});
