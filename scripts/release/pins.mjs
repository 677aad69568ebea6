// What the project's workflows and deployments take from elsewhere: actions by their commit, images by their digest.

/** Our own image, whose version is the project's. */
const OWN_IMAGE = /^pagemark:\d+\.\d+\.\d+(?:-chromium)?$/;
const PINNED = { action: /@[0-9a-f]{40}$/, image: /@sha256:[0-9a-f]{64}$/ };
/** Where a file names an action or an image; what is before it, the reference, and a comment behind it. */
const PLACES = [
  ['action', /^(\s*(?:-\s+)?uses:\s*['"]?)([^'"\s#]+)(['"]?(?:[ \t]+#[^\n]*)?)/gm],
  ['image', /^(FROM\s+(?:--\S+\s+)*)(\S+)()/gim],
  ['image', /^((?:COPY|RUN)[ \t][^\n]*?--(?:from|mount=\S*?\bfrom)=)([^\s,]+)()/gim],
  ['image', /^(#\s*syntax\s*=\s*)(\S+)()/gim],
  ['image', /^(\s*(?:-\s+)?(?:image|container):[ \t]*['"]?)([^'"\s#]+)()/gm],
  ['image', /(\bgenerator=)([^'"\s,#]+)()/g],
];

/** What a file takes from elsewhere: `{ kind, reference, isPinned }`, in the order of the places above. */
export function takenFrom(text) {
  const stages = stagesOf(text);
  return PLACES.flatMap(([kind, place]) =>
    [...text.matchAll(place)]
      .map(([, , reference]) => ({ kind, reference, isPinned: PINNED[kind].test(reference) }))
      .filter((taken) => isElsewhere(taken, stages)),
  );
}

/**
 * A file with everything that it takes pinned, as `lookUp(kind, reference)` tells: the commit of an action's tag, or the digest of
 * an image. What is pinned stays. Rejects as the look-up does; then nothing is pinned.
 */
export async function pinned(text, lookUp) {
  const wanted = takenFrom(text).filter(({ isPinned }) => !isPinned);
  const found = new Map();
  for (const { kind, reference } of wanted) {
    if (found.has(reference)) continue;
    const pin = await lookUp(kind, reference);
    const [name, tag] = kind === 'action' ? reference.split('@') : [reference];
    const whole = `${name}@${pin}`;
    if (!PINNED[kind].test(whole))
      throw new Error(`Look ${reference} up again: ${JSON.stringify(pin)} is no pin.`);
    found.set(reference, [whole, tag === undefined ? '' : ` # ${tag}`]);
  }
  const places = PLACES.map(([, place]) => place);
  return places.reduce(
    (all, place) =>
      all.replace(place, (match, before, reference, after) => {
        const [whole, comment] = found.get(reference) ?? [];
        if (whole === undefined) return match;
        return `${before}${whole}${after.replace(/[ \t]+#.*$/, '')}${comment}`;
      }),
    text,
  );
}

const stagesOf = (text) =>
  [...text.matchAll(/^FROM\s+(?:--\S+\s+)*\S+\s+AS\s+(\S+)/gim)].map(([, name]) => name);

function isElsewhere({ kind, reference }, stages) {
  if (kind === 'action') return !reference.startsWith('./');
  return !stages.includes(reference) && !OWN_IMAGE.test(reference);
}
