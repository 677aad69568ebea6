import type { DoorName } from '../../contract/doors.ts';
import type { Door, DoorRequest } from './door.ts';
import { firecrawl } from './firecrawl/firecrawl.ts';
import { jina } from './jina/jina.ts';
import { openwebui } from './openwebui/openwebui.ts';

const ALL: readonly Door[] = [firecrawl, jina, openwebui];

/** The doors of some names. */
export const doorsOf = (names: readonly DoorName[]): readonly Door[] =>
  ALL.filter(({ name }) => names.includes(name));

/** The door that a request came to, if any. */
export const doorOf = (doors: readonly Door[], request: DoorRequest): Door | null =>
  doors.find((door) => door.owns(request)) ?? null;
