// The rooms of src/ and their floors. A room imports only rooms on lower floors, itself, or what `also` names.
// Files are named too: app.ts is the composition root; open-from-config.ts is the part of it that commands need, which
// opens stores and fetcher without loading the service.
// A room with `packages` runs anywhere: no node builtins, and at run time only these packages. From the rooms in
// `typesFrom` it takes types alone.
export const ROOMS = [
  { room: 'main.ts', floor: 5 },
  { room: 'cli/', floor: 5, also: ['main.ts'] },
  { room: 'app.ts', floor: 4 },
  { room: 'open-from-config.ts', floor: 3 },
  { room: 'doctor/', floor: 3, also: ['open-from-config.ts'] },
  { room: 'open-http.ts', floor: 3, also: ['open-from-config.ts', 'http/', 'mcp/', 'telemetry/', 'doctor/'] },
  { room: 'http/', floor: 3, also: ['mcp/'] },
  { room: 'mcp/', floor: 3 },
  { room: 'telemetry/', floor: 3, also: ['http/'] },
  { room: 'conversion/', floor: 2, also: ['access/'] },
  { room: 'crawl/', floor: 2, also: ['conversion/'] },
  { room: 'access/', floor: 2 },
  { room: 'fetching/', floor: 1 },
  { room: 'rendering/', floor: 1, also: ['fetching/'] },
  { room: 'documents/', floor: 1 },
  { room: 'storage/', floor: 1 },
  { room: 'ai/', floor: 1 },
  { room: 'config/', floor: 1 },
  { room: 'playground/', floor: 2, packages: ['marked', 'temml'] },
  { room: 'admin/', floor: 2, packages: [] },
  { room: 'guides/', floor: 2 },
  { room: 'reference/', floor: 2, packages: [] },
  { room: 'site/', floor: 1, packages: [] },
  { room: 'client/', floor: 1, packages: [], typesFrom: ['contract/'] },
  {
    room: 'core/',
    floor: 0,
    also: ['contract/'],
    packages: ['@exodus/bytes', 'parse5', 'entities'],
  },
  { room: 'contract/', floor: 0 },
  { room: 'built-file.ts', floor: 0 },
  { room: 'code-cache.ts', floor: 0, also: ['built-file.ts', 'core/'] },
  { room: 'executable-file.ts', floor: 0 },
  { room: 'port-calls.ts', floor: 0, also: ['contract/'] },
  { room: 'index.ts', floor: 1 },
];

/** Folders through which data flows in their order: a file imports from its own folder and from those before it. */
export const FLOWS = [
  {
    folder: 'core/',
    order: [
      'html/',
      'page/',
      'units/',
      'select/',
      'content/',
      'metadata/',
      'outcome/',
      'embedded/',
      'writing/',
      'markdown/',
      'text/',
      'diagnostics/',
    ],
  },
  { folder: 'core/select/', order: ['features/', 'forest/', 'reading/', 'rules/'] },
];

/** Storage adapters and their opener: only the composition root names them; other rooms see `storage/ports.ts`. */
export const ADAPTERS =
  /^src\/storage\/((sql|sqlite|postgres|redis)\/|(memory-(results|snapshots)|open-stores)\.ts$)/;
export const ADAPTER_READERS = /^src\/(app\.ts|open-from-config\.ts|storage\/)/;
