import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../config/problems.ts';

/** Error codes of `listen` (Node's `net.Server`) that a setting causes: the setting, and what it has to be. */
const CAUSED_BY_SETTING: Readonly<Record<string, readonly ['HOST' | 'PORT', string]>> = {
  EADDRINUSE: ['PORT', 'a free port, or end the program that listens on it'],
  EACCES: ['PORT', 'a port that this user may listen on, such as one above 1023'],
  EADDRNOTAVAIL: ['HOST', 'an address of this machine'],
  ENOTFOUND: ['HOST', 'an address of this machine'],
};

/** Listens. Rejects with a `ConfigError` that names the setting when its address cannot be had. */
export async function listen(
  app: Pick<FastifyInstance, 'listen'>,
  at: { readonly host: string; readonly port: number },
): Promise<void> {
  try {
    await app.listen(at);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const [variable, wanted] = CAUSED_BY_SETTING[code] ?? [];
    if (variable === undefined) throw error;
    const value = JSON.stringify(variable === 'PORT' ? String(at.port) : at.host);
    throw new ConfigError([`Set ${variable} to ${wanted}; it is ${value} (${message}).`]);
  }
}
