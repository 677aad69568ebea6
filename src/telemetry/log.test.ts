import { expect, test, vi } from 'vitest';
import { createLog } from './log.ts';

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
