import {
  addressReply,
  type DnsQuestion,
  type DnsReply,
  type DnsResponder,
  startDnsResponder,
} from '../../src/doctor/proof/dns-responder.ts';

export type { DnsQuestion, DnsReply, DnsResponder };

/** What a name answers: addresses of both families, or a reply made for each question. */
export type ZoneEntry = readonly string[] | ((question: DnsQuestion) => DnsReply);

/** A zone that can be changed while the server runs. */
export interface TestDnsServer extends DnsResponder {
  set(name: string, entry: ZoneEntry): void;
}

/** Starts a name server on loopback that answers from `zone`; names that it does not hold are NXDOMAIN. */
export async function startDnsServer(zone: Readonly<Record<string, ZoneEntry>> = {}): Promise<TestDnsServer> {
  const entries = new Map(Object.entries(zone));
  const responder = await startDnsResponder((question) => {
    const entry = entries.get(question.name);
    if (entry === undefined) return { code: 'NXDOMAIN' };
    return typeof entry === 'function' ? entry(question) : answerOf(entry, question);
  });
  return { ...responder, set: (name, entry) => entries.set(name, entry) };
}

/** The addresses of the family that is asked for. */
export const answerOf = (addresses: readonly string[], question: DnsQuestion): DnsReply =>
  addressReply(addresses)(question);

/** Answers with the first list on the first question of each family, with the second one from then on. */
export function rebinding(first: readonly string[], later: readonly string[]): ZoneEntry {
  const asked = new Set<string>();
  return (question) => {
    const again = asked.has(question.type);
    asked.add(question.type);
    return answerOf(again ? later : first, question);
  };
}
