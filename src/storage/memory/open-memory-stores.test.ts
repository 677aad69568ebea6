import { storeSuite } from '../../../tests/storage/store-suite.ts';
import { openMemoryStores } from './open-memory-stores.ts';

storeSuite({
  name: 'memory',
  runs: 150,
  open: async (clock) => {
    const stores = openMemoryStores({ clock: { nowMs: () => clock.ms } });
    return { stores, close: () => stores.close() };
  },
});
