/** State of a key or licence at a time; a revoked one stays revoked after its expiry. */
export function stateOf(
  held: { readonly revokedAtMs: number | null; readonly expiresAtMs: number | null },
  nowMs: number,
): 'active' | 'expired' | 'revoked' {
  if (held.revokedAtMs !== null) return 'revoked';
  return held.expiresAtMs !== null && held.expiresAtMs <= nowMs ? 'expired' : 'active';
}
