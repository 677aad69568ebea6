// The rooms of src/ and their floors. A room imports only rooms on lower floors, itself, or what `also` names.
// `main` and `app` are files: app.ts is the composition root, the only place that names adapters.
export const ROOMS = [
  { room: 'main.ts', floor: 5 },
  { room: 'cli/', floor: 5, also: ['main.ts'] },
  { room: 'app.ts', floor: 4 },
  { room: 'http/', floor: 3, also: ['mcp/'] },
  { room: 'mcp/', floor: 3 },
  { room: 'conversion/', floor: 2, also: ['access/'] },
  { room: 'access/', floor: 2 },
  { room: 'fetching/', floor: 1 },
  { room: 'rendering/', floor: 1, also: ['fetching/'] },
  { room: 'documents/', floor: 1 },
  { room: 'storage/', floor: 1 },
  { room: 'ai/', floor: 1 },
  { room: 'config/', floor: 1 },
  { room: 'core/', floor: 0, also: ['contract/'] },
  { room: 'contract/', floor: 0 },
  { room: 'index.ts', floor: 1 },
];

/** Adapters that only the composition root may name; the floors above see `storage/ports.ts`. */
export const ADAPTERS = /^src\/storage\/(memory|sqlite|postgres|redis)\//;
export const ADAPTER_READERS = /^src\/(app\.ts|storage\/|cli\/)/;

/** What core/ may import from outside: pure packages, no node:*, no I/O. */
export const CORE_PACKAGES = ['@exodus/bytes', 'parse5', 'mathml-to-latex', 'entities'];
