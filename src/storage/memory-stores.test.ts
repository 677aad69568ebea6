import { resultSuite } from '../../tests/storage/result-suite.ts';
import { snapshotSuite } from '../../tests/storage/snapshot-suite.ts';
import { openMemoryResults } from './memory-results.ts';
import { openMemorySnapshots } from './memory-snapshots.ts';

snapshotSuite('memory', async (maxBytes, clock) => openMemorySnapshots({ maxBytes, now: () => clock.ms }));

resultSuite('memory', async (maxBytes) => openMemoryResults({ maxBytes }));
