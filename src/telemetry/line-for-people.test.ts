import { expect, test } from 'vitest';
import { lineForPeople } from './line-for-people.ts';

const time = new Date(2026, 10, 29, 9, 5, 7).getTime();
const shown = (fields: object) => lineForPeople(JSON.stringify({ level: 30, time, ...fields }));

test('an answer is one short line, with why it failed', () => {
  const answer = { method: 'POST', route: '/v1/convert', status: 422, durationMs: 131.6, bytesOut: 900 };
  const failed = { reason: 'upstream_unreachable', cause: 'refused', requestId: 'r1' };
  expect(shown({ msg: 'answered', ...answer, ...failed })).toBe(
    '09:05:07 info answered POST /v1/convert 422 132 ms reason=upstream_unreachable cause=refused requestId=r1\n',
  );
});

test('a defect has its stack and its causes below, and commands no terminal', () => {
  const root = { type: 'Error', message: 'refused', code: 'ECONNREFUSED' };
  const cause = { type: 'TypeError', stack: 'TypeError: failed\n    at b.js:2', cause: root };
  const err = { type: 'Error', message: 'no', stack: 'Error: no\u001b[31m\n    at a.js:1', cause };
  expect(shown({ level: 50, msg: 'defect', err })).toBe(
    [
      '09:05:07 error defect',
      '  Error: no\\u001b[31m',
      '      at a.js:1',
      '  (caused by) TypeError: failed',
      '      at b.js:2',
      '  (caused by) ECONNREFUSED refused',
      '',
    ].join('\n'),
  );
});

test('no value begins a line or a field of its own', () => {
  const forged = 'x\n09:05:07 info answered';
  expect(
    shown({ level: 40, msg: 'unavailable', advice: forged, because: [forged], from: 'a b', id: 'r1' }),
  ).toBe(
    '09:05:07 warn unavailable advice="x\\n09:05:07 info answered" because=["x\\n09:05:07 info answered"] from="a b" id=r1\n',
  );
  expect(shown({ level: 50, msg: 'defect', err: { type: 'Error', message: forged } })).toBe(
    '09:05:07 error defect\n  x\n  09:05:07 info answered\n',
  );
});
