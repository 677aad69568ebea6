import { describe, expect, it } from 'vitest';
import { createWorkerSlots } from './worker-slots.ts';

const never = new AbortController().signal;
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'taken',
    (error: { failure?: { reason: string } }) => error.failure?.reason,
  );

describe('createWorkerSlots', () => {
  it('lets as many in as there are workers, then the longest waiting first', async () => {
    const slots = createWorkerSlots(2, 1000);
    const order: number[] = [];
    await slots.take(never);
    await slots.take(never);
    const third = slots.take(never).then(() => order.push(3));
    const fourth = slots.take(never).then(() => order.push(4));
    expect(slots.waiting).toBe(2);
    slots.release();
    await third;
    slots.release();
    await fourth;
    expect(order).toEqual([3, 4]);
    expect(slots.waiting).toBe(0);
  });

  it('sheds what has waited too long, and its place is not lost', async () => {
    const slots = createWorkerSlots(1, 20);
    await slots.take(never);
    expect(await reasonOf(slots.take(never))).toBe('busy');
    expect(slots.waiting).toBe(0);
    slots.release();
    expect(await reasonOf(slots.take(never))).toBe('taken');
    expect(await reasonOf(slots.take(never))).toBe('busy');
  });

  it('lets go of one whose signal is aborted', async () => {
    const slots = createWorkerSlots(1, 1000);
    await slots.take(never);
    const controller = new AbortController();
    const waiting = reasonOf(slots.take(controller.signal));
    controller.abort(new Error('gone'));
    expect(await waiting).toBe('conversion_timeout');
    expect(slots.waiting).toBe(0);
  });
});
