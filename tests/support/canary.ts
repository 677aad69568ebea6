import { type Canary, startCanary } from '../../src/doctor/proof/canary.ts';

export { type Canary, startCanary };

/** Canaries on other loopback addresses at the same ports, and on another port of the same address. */
export async function startCanaries(ports: readonly number[]): Promise<readonly Canary[]> {
  const places = [
    ...['127.0.0.2', '127.0.0.3', '127.1.1.1', '::1'].flatMap((address) =>
      ports.map((port) => [address, port] as const),
    ),
    ['127.0.0.1', 0] as const,
  ];
  const canaries = await Promise.all(places.map(([address, port]) => startCanary(address, port)));
  return canaries.filter((canary) => canary !== undefined);
}
