import { resultSuite } from '../../tests/storage/result-suite.ts';
import { openMemoryResults } from './memory-results.ts';

resultSuite('memory', async (maxBytes) => openMemoryResults({ maxBytes }));
