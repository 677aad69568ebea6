/**
 * The bare media type that an `Accept` field asks for: `text/markdown` or `text/plain` when it names one of them and
 * accepts neither `application/json` nor `*\/*`; null means the JSON envelope.
 */
export function bareType(accept: string | undefined): 'text/markdown' | 'text/plain' | null {
  if (accept === undefined) return null;
  const wanted = new Set<string>();
  for (const part of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) wanted.add(type);
  }
  if (wanted.has('application/json') || wanted.has('application/*') || wanted.has('*/*')) return null;
  if (wanted.has('text/markdown')) return 'text/markdown';
  return wanted.has('text/plain') ? 'text/plain' : null;
}

/**
 * True when an `Accept` field prefers `application/json` to text (RFC 9110, 12.5.1): it names JSON, and neither
 * `text/markdown` nor `text/plain` with the same or a higher weight.
 */
export function prefersJson(accept: string | undefined): boolean {
  const weights = weightsOf(accept);
  const weightOf = (type: string) => weights.get(type) ?? 0;
  return weightOf('application/json') > Math.max(weightOf('text/markdown'), weightOf('text/plain'));
}

/** What a field of the `Accept` family names, with its weights from 0 to 1 (RFC 9110, 12.4.2). */
export function weightsOf(field: string | undefined): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of (field ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  return weights;
}
