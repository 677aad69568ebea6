import type { AnswerInfo } from '../client/index.ts';
import type { UsageResponse } from '../contract/usage.ts';
import { byId, grouped } from './dom.ts';

const line = () => byId('limits', HTMLParagraphElement);
const left = (remaining: number, limit: number) => `${grouped(remaining)} of ${grouped(limit)}`;

/** Shows what the key may still do, from an answer's header fields. An answer without them changes nothing. */
export function showLimits(info: AnswerInfo | null): void {
  if (info === null || info.limits === null) return;
  const { minute, hour } = info.limits;
  line().textContent = `Requests left: ${left(minute.remaining, minute.limit)} this minute, ${left(hour.remaining, hour.limit)} this hour`;
}

/** Shows what the key may still do, from its usage. */
export function showUsage({ plan, minute, hour, credits }: UsageResponse): void {
  const prepaid = credits > 0 ? `, ${grouped(credits)} prepaid` : '';
  line().textContent = `Plan ${plan}. Requests left: ${left(minute.remaining, minute.limit)} this minute, ${left(hour.remaining, hour.limit)} this hour${prepaid}`;
}
