/** Names that differ in more letters are not meant, nor are short ones in more than every fourth: a few are near to anything. */
const MOST_EDITS = 3;
const LETTERS_PER_EDIT = 4;

/** The known name that a misspelt one means, or null where none is near; of several the first. */
export function nearestName(name: string, known: Iterable<string>): string | null {
  return closestName(
    name,
    known,
    (distance, one) => distance <= Math.min(MOST_EDITS, Math.ceil(one.length / LETTERS_PER_EDIT)),
  );
}

/** The known name with the fewest letters that differ among those that are near enough; of several the first. */
export function closestName(
  name: string,
  known: Iterable<string>,
  isNear: (distance: number, one: string) => boolean = () => true,
): string | null {
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const one of known) {
    const distance = editDistance(name, one);
    if (distance < bestDistance && isNear(distance, one)) [best, bestDistance] = [one, distance];
  }
  return best;
}

/** Levenshtein distance in UTF-16 code units. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(previous[j]! + 1, row[j - 1]! + 1, substituted));
    }
    previous = row;
  }
  return previous[b.length]!;
}
