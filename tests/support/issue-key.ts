import { createAccess } from '../../src/access/access.ts';
import { loadConfig } from '../../src/config/config.ts';
import { openStores } from '../../src/open-from-config.ts';

/** A new key in the database that an environment names, for a service process that is about to start on it. */
export async function issueKey(env: Readonly<Record<string, string>>, plan: string): Promise<string> {
  const config = loadConfig(env);
  const stores = await openStores(config);
  try {
    return (await createAccess({ stores, plans: config.plans }).keys.issue({ plan })).key;
  } finally {
    await stores.close();
  }
}
