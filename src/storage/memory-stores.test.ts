import { resultSuite, snapshotSuite } from '../../tests/storage/kept-suites.ts';
import { openMemoryResults } from './memory-results.ts';
import { openMemorySnapshots } from './memory-snapshots.ts';

snapshotSuite('memory', async (maxBytes, clock) => openMemorySnapshots({ maxBytes, now: () => clock.ms }));

resultSuite('memory', async (maxBytes) => openMemoryResults({ maxBytes }));
