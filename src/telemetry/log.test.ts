import type { Logger } from 'pino';
import { expect, test, vi } from 'vitest';
import { fail } from '../contract/failure.ts';
import { createLog, requestFaultLog } from './log.ts';

test('createLog writes of an error its code and causes, never what a client hung on it', () => {
  const written: string[] = [];
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const log = createLog('info');
  const stream = Object.getOwnPropertySymbols(log)
    .map((symbol) => (log as unknown as Record<symbol, unknown>)[symbol])
    .find((value) => typeof (value as { write?: unknown } | null)?.write === 'function') as {
    write: (line: string) => void;
  };
  stream.write = (line) => void written.push(line);
  const cause = Object.assign(new Error('WRONGPASS'), {
    code: 'EAUTH',
    command: { name: 'auth', args: ['hunter2'] },
  });
  log.warn({ err: new Error('away', { cause }), key: 'pmk_x', nested: { key: 'pmk_secret' } }, 'store');
  stdout.mockRestore();
  const line = written.join('');
  expect(line).toContain('WRONGPASS');
  expect(line).toContain('EAUTH');
  expect(line).not.toMatch(/hunter2|pmk_secret/);
});

test('requestFaultLog calls only what is internal a defect; a state is one warning in 10 s, without a stack', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const lines: unknown[] = [];
  const write = (level: string) => (fields: unknown, message: string) => lines.push([level, message, fields]);
  const tell = requestFaultLog({ warn: write('warn'), error: write('error') } as unknown as Logger);
  const away = () => fail('store_unavailable', 'Retry.', { cause: new Error('connect ECONNREFUSED') });
  const because = ['Retry.', 'connect ECONNREFUSED'];
  for (const id of ['a', 'b', 'c']) tell(away(), id);
  tell(fail('draining', 'Retry elsewhere.'), 'd');
  vi.advanceTimersByTime(10_000);
  tell(away(), 'e');
  const defect = new TypeError('x is not a function');
  tell(defect, 'f');
  vi.useRealTimers();
  expect(lines).toEqual([
    ['warn', 'unavailable', { reason: 'store_unavailable', answers: 1, requestId: 'a', because }],
    [
      'warn',
      'unavailable',
      { reason: 'draining', answers: 1, requestId: 'd', because: ['Retry elsewhere.'] },
    ],
    ['warn', 'unavailable', { reason: 'store_unavailable', answers: 3, requestId: 'e', because }],
    ['error', 'defect', { err: defect, requestId: 'f' }],
  ]);
});

test('requestFaultLog says what to do where that is known', () => {
  const lines: unknown[] = [];
  const log = { warn: (fields: unknown) => lines.push(fields) } as unknown as Logger;
  const tell = requestFaultLog(log, (error) => `Check the key: ${(error as Error).message}`);
  tell(fail('ai_provider_error', 'Refused.'), 'a');
  expect(lines).toMatchObject([{ reason: 'ai_provider_error', advice: 'Check the key: Refused.' }]);
});
