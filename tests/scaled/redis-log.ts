import { Redis } from 'ioredis';

/** Times of all admissions of a key within the last hour, as Redis holds them, in order. */
export async function admissionTimes(redisUrl: string, keyId: string): Promise<readonly number[]> {
  const redis = new Redis(redisUrl);
  try {
    const rows = await redis.zrange(`pagemark:windows:{${keyId}}:hour`, '0', '-1', 'WITHSCORES');
    return rows.filter((_, i) => i % 2 === 1).map(Number);
  } finally {
    redis.disconnect();
  }
}

/** The most admissions in any half-open interval of `windowMs`. */
export function mostInWindow(times: readonly number[], windowMs: number): number {
  let [from, most] = [0, 0];
  times.forEach((at, to) => {
    while (times[from]! <= at - windowMs) from++;
    most = Math.max(most, to - from + 1);
  });
  return most;
}
