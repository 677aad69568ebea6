/**
 * Content security policy of the documentation: scripts and styles from this service alone, none inline, no request to
 * anywhere else. No string is ever made into markup (Trusted Types without a policy).
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');
