import { snapshotSuite } from '../../tests/storage/snapshot-suite.ts';
import { openMemorySnapshots } from './memory-snapshots.ts';

snapshotSuite('memory', async (maxBytes, clock) => openMemorySnapshots({ maxBytes, now: () => clock.ms }));
