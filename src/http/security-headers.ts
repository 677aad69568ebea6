import { ENGINE_VERSION } from '../core/engine-version.ts';

/** The fields that every answer has. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'x-pagemark-engine': ENGINE_VERSION,
} as const;
