import type { MessagePort, Worker } from 'node:worker_threads';
import { type Failure, ServiceError, toFailure } from './contract/failure.ts';

/** What one side has the other do, by name. */
type Calls = Readonly<Record<string, (...args: never[]) => unknown>>;

type Message =
  | { readonly id: number; readonly name: string; readonly args: readonly never[] }
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: Failure };

/** Calls what the other side of a port serves. Rejects with its failure. */
export type Call<Theirs extends Calls> = <Name extends keyof Theirs & string>(
  name: Name,
  ...args: Parameters<Theirs[Name]>
) => Promise<Awaited<ReturnType<Theirs[Name]>>>;

/** Buffers of values that go to the other side with them. */
const buffersOf = new WeakMap<object, ArrayBuffer[]>();

/** What answers a call, whose buffer is the other side's from then on. */
export function moving<Value extends object>(value: Value, buffer: ArrayBuffer): Value {
  buffersOf.set(value, [buffer]);
  return value;
}

/** Serves the calls of the other side of a port, and gives what calls that side; `giveUp` rejects what it has not answered. */
export function connectCalls<Theirs extends Calls>(port: MessagePort | Worker, ours: Calls) {
  const asked = new Map<number, { resolve: (value: never) => void; reject: (error: unknown) => void }>();
  let lastId = 0;
  const tell = (message: Message, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);
  port.on('message', async (message: Message) => {
    const { id } = message;
    if ('name' in message) {
      try {
        const value = await ours[message.name]!(...message.args);
        tell({ id, value }, buffersOf.get(value as object));
      } catch (error) {
        tell({ id, failure: toFailure(error) });
      }
      return;
    }
    const call = asked.get(id);
    asked.delete(id);
    if ('failure' in message) call?.reject(new ServiceError(message.failure));
    else call?.resolve(message.value as never);
  });
  const call: Call<Theirs> = (name, ...args) =>
    new Promise((resolve, reject) => {
      asked.set(++lastId, { resolve, reject });
      tell({ id: lastId, name, args: args as never[] });
    });
  const giveUp = (error: unknown): void => {
    for (const { reject } of asked.values()) reject(error);
    asked.clear();
  };
  return { call, giveUp };
}
