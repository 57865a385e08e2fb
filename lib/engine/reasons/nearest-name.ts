/**
 * Returns the candidates that may have been meant by `name`: first those equal except for case and marks, then those
 * within a few edits (a third of its length, at most three), nearest first, at most `limit`. Never returns `name`
 * itself.
 */
export function nearest(name: string, candidates: readonly string[], limit: number): string[] {
  return candidates
    .filter((candidate) => candidate !== name)
    .map((candidate) => ({ candidate, distance: distanceBetween(name, candidate) }))
    .filter(({ distance }) => distance <= Math.min(3, Math.max(1, Math.floor(name.length / 3))))
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

function distanceBetween(a: string, b: string): number {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const [plainA, plainB] = [plain(a), plain(b)];
  if (plainA === plainB && plainA !== '') return 0;
  return Math.abs(a.length - b.length) > 3 ? Number.POSITIVE_INFINITY : levenshtein(a.toLowerCase(), b.toLowerCase());
}

/** The number of single-character insertions, deletions and replacements between two texts. */
function levenshtein(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
