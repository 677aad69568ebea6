import type { Client as UndiciClient } from 'undici';
// @ts-expect-error The types of the package are of its entry, which loads 110 files: a tenth of what a start costs.
import client from 'undici/lib/dispatcher/client.js';

/** The HTTP/1.1 client of undici alone, for `dispatch`: `request` and its kin are added by the entry. */
export const Client: typeof UndiciClient = client;
