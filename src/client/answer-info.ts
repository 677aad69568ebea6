import type { AnswerInfo, WindowLimit } from './client-types.ts';

/** Reads what the header fields of an answer say. A field that is missing or of another form is null. */
export function answerInfo({ status, headers }: Response): AnswerInfo {
  return {
    status,
    requestId: headers.get('x-request-id'),
    engine: headers.get('x-pagemark-engine'),
    etag: headers.get('etag'),
    ageS: number(headers.get('age')),
    tokens: number(headers.get('x-pagemark-tokens')),
    limits: readLimits(headers.get('ratelimit-policy'), headers.get('ratelimit')),
  };
}

const number = (text: string | null): number | null => (text === null || text === '' ? null : Number(text));

/** `RateLimit-Policy: "minute";q=10;w=60, …` and `RateLimit: "minute";r=9;t=60, …` (IETF draft 11). */
function readLimits(policy: string | null, state: string | null): AnswerInfo['limits'] {
  const minute = windowOf('minute', policy, state);
  const hour = windowOf('hour', policy, state);
  return minute === null || hour === null ? null : { minute, hour };
}

function windowOf(name: string, policy: string | null, state: string | null): WindowLimit | null {
  // linear: of words between quotes and digits.
  const quota = new RegExp(`"${name}";q=(\\d+)`).exec(policy ?? '');
  // linear: as before.
  const left = new RegExp(`"${name}";r=(\\d+);t=(\\d+)`).exec(state ?? '');
  if (quota === null || left === null) return null;
  return { limit: Number(quota[1]), remaining: Number(left[1]), resetS: Number(left[2]) };
}
