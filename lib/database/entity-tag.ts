import { TaskdeckError } from '#contract';

/** The entity tag (RFC 9110, 8.8.3) of a record with this change number: strong, quoted, different after every change. */
export function entityTag(change: number): string {
  return `"${change}"`;
}

/** Throws `PreconditionFailed` with these words unless `If-Match` has the entity tag of this change, or is not given. */
export function requireMatch(ifMatch: string | undefined, change: number, words: string): void {
  const given = ifMatch?.split(',').map((tag) => tag.trim());
  if (given?.includes(entityTag(change)) === false) throw new TaskdeckError('PreconditionFailed', words);
}
