/** Names under which the pages keep keys in the storage of their tab, and only there, when a person asks for it. */
export const STORED_KEYS = { key: 'pagemark.key', license: 'pagemark.license' } as const;
