import type { HttpDeps } from './deps.ts';

/** Fastify takes a number of hops as a function of the hop's index. */
export function trustProxy(
  trusted: HttpDeps['trustProxy'],
): boolean | string[] | ((address: string, hop: number) => boolean) {
  if (trusted === false) return false;
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : [...trusted];
}
