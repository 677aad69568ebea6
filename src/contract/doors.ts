/** Other products whose interfaces are served beside ours. */
export const DOORS = ['firecrawl', 'jina', 'openwebui'] as const;
export type DoorName = (typeof DOORS)[number];
