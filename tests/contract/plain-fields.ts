/** Fields of HTTP itself and of browsers' safety, which say nothing of the answer. */
export const PLAIN_FIELDS: readonly string[] = [
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'referrer-policy',
  'transfer-encoding',
  'vary',
  'x-accel-buffering',
  'x-content-type-options',
  'x-frame-options',
];
