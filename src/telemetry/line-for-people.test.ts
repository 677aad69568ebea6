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

test('a defect has its stack below, and commands no terminal', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\u001b[31m\n    at a.js:1' };
  expect(shown({ level: 50, msg: 'defect', err })).toBe(
    '09:05:07 error defect\nError: no\\u001b[31m\n    at a.js:1\n',
  );
});
