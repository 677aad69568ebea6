import { createHash } from 'node:crypto';
import type { PageBytes } from './ports.ts';

/** What takes longer, half a millisecond, is digested away from the event loop, at the price of going there. */
const MOST_BYTES_AT_ONCE = 262_144;

/** SHA-256 in hexadecimal digits. */
export async function sha256Of(bytes: PageBytes): Promise<string> {
  if (bytes.byteLength <= MOST_BYTES_AT_ONCE) return createHash('sha256').update(bytes).digest('hex');
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}
