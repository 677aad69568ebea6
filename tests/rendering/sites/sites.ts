import { APPLICATION_SITES } from './applications.sites.ts';
import { OTHER_SITES } from './other.sites.ts';
import { SCRIPT_SITES } from './scripts.sites.ts';
import type { Site } from './site.ts';
import { TEMPLATE_SITES } from './templates.sites.ts';
import { WAY_SITES } from './ways.sites.ts';

/** All sites, each with an id of its own. */
export const SITES: readonly Site[] = [
  ...TEMPLATE_SITES,
  ...SCRIPT_SITES,
  ...APPLICATION_SITES,
  ...WAY_SITES,
  ...OTHER_SITES,
];
