import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';

/** One resource record of an answer; `name` defaults to the name asked for. */
interface DnsRecord {
  readonly type: 'A' | 'AAAA' | 'CNAME';
  readonly name?: string;
  /** An address in text, or the target of a CNAME. */
  readonly data: string;
}

/** What to answer to one question. */
export interface DnsReply {
  readonly records?: readonly DnsRecord[];
  /** Default `NOERROR`. */
  readonly code?: keyof typeof CODES;
  /** Answer nothing at all. */
  readonly drop?: boolean;
  readonly delayMs?: number;
  /** Set TC over UDP, so that the question is asked again over TCP. */
  readonly truncated?: boolean;
}

export interface DnsQuestion {
  readonly name: string;
  readonly type: 'A' | 'AAAA' | 'other';
  readonly transport: 'udp' | 'tcp';
}

/** A running responder. */
export type DnsResponder = Awaited<ReturnType<typeof startDnsResponder>>;

const CODES = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;
const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const;
const HEADER_BYTES = 12;

/**
 * A name server on loopback, UDP and TCP on one port, that answers from `zone` (RFC 1035, no compression, no
 * EDNS). For the egress proof and for tests; it serves nobody but this host.
 */
export async function startDnsResponder(zone: (question: DnsQuestion) => DnsReply) {
  const questions: DnsQuestion[] = [];
  let closed = false;
  const respond = async (message: Buffer, transport: 'udp' | 'tcp'): Promise<Buffer | undefined> => {
    const read = readQuestion(message, transport);
    if (read === undefined) return undefined;
    const { question, asked } = read;
    questions.push(question);
    const reply = zone(question);
    if (reply.delayMs !== undefined) await sleep(reply.delayMs, undefined, { ref: false });
    return reply.drop || closed ? undefined : encodeReply(message.subarray(0, 2), asked, question, reply);
  };

  const tcp = createServer((socket) => serveTcp(socket, respond));
  const sockets = new Set<Socket>();
  tcp.on('connection', (socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
  await once(tcp.listen(0, '127.0.0.1'), 'listening');
  const { port } = tcp.address() as { port: number };
  const udp = createSocket('udp4');
  udp.on('message', (message: Buffer, peer: RemoteInfo) => {
    respond(message, 'udp').then(
      (answer) => answer && udp.send(answer, peer.port, peer.address, () => undefined),
      () => undefined,
    );
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');
  return {
    /** As `PAGEMARK_DNS_SERVERS` takes it. */
    server: `127.0.0.1:${port}`,
    /** Every question so far, in order. */
    questions: questions as readonly DnsQuestion[],
    async close(): Promise<void> {
      closed = true;
      for (const socket of sockets) socket.destroy();
      await Promise.all([once(udp.close(), 'close'), once(tcp.close(), 'close')]);
    },
  };
}

/** A zone entry that answers both families from a list of addresses. */
export function addressReply(addresses: readonly string[]): (question: DnsQuestion) => DnsReply {
  return ({ type }) => {
    const family = addresses.filter((address) => address.includes(':') === (type === 'AAAA'));
    return type === 'other' ? {} : { records: family.map((data) => ({ type, data })) };
  };
}

type Respond = (message: Buffer, transport: 'tcp') => Promise<Buffer | undefined>;

/** RFC 1035, 4.2.2: each message follows its length in two bytes. */
function serveTcp(socket: Socket, respond: Respond): void {
  let pending = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const end = 2 + pending.readUInt16BE(0);
      const message = pending.subarray(2, end);
      pending = pending.subarray(end);
      respond(message, 'tcp').then(
        (answer) =>
          answer && !socket.destroyed && socket.write(Buffer.concat([uint16(answer.length), answer])),
        () => undefined,
      );
    }
  });
}

/** The first question and its bytes; `undefined` when the message is too short or compressed there. */
function readQuestion(message: Buffer, transport: 'udp' | 'tcp') {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (; at < message.length && message[at] !== 0; at += message[at]! + 1) {
    if (message[at]! > 63) return undefined;
    labels.push(message.toString('latin1', at + 1, at + 1 + message[at]!));
  }
  if (at + 5 > message.length) return undefined;
  const code = message.readUInt16BE(at + 1);
  const type = code === TYPES.A ? 'A' : code === TYPES.AAAA ? 'AAAA' : 'other';
  const question: DnsQuestion = { name: labels.join('.').toLowerCase(), type, transport };
  return { question, asked: message.subarray(HEADER_BYTES, at + 5) };
}

function encodeReply(id: Buffer, asked: Buffer, question: DnsQuestion, reply: DnsReply): Buffer {
  const truncated = reply.truncated === true && question.transport === 'udp';
  const records = truncated ? [] : (reply.records ?? []);
  // QR, RD and RA; TC where asked for; the response code.
  const flags = 0x8180 | (truncated ? 0x0200 : 0) | CODES[reply.code ?? 'NOERROR'];
  return Buffer.concat([
    id,
    uint16(flags),
    uint16(1),
    uint16(records.length),
    uint16(0),
    uint16(0),
    asked,
    ...records.map((record) => encodeRecord(record, question.name)),
  ]);
}

function encodeRecord({ type, name, data }: DnsRecord, asked: string): Buffer {
  const value = type === 'CNAME' ? encodeName(data) : Buffer.from(ipaddr.parse(data).toByteArray());
  // Class IN and a lifetime of 0 seconds, so that every question reaches the zone.
  return Buffer.concat([
    encodeName(name ?? asked),
    uint16(TYPES[type]),
    uint16(1),
    Buffer.alloc(4),
    uint16(value.length),
    value,
  ]);
}

function encodeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
