import { TaskdeckError } from '#contract';

/** The entity tag (RFC 9110, 8.8.3) of a record with this change number: strong, quoted, different after every change. */
export function entityTag(change: number): string {
  return `"${change}"`;
}

/** What `If-Match` asks for: one of these entity tags, or any (`*`). */
export type MatchCondition = { ifMatch?: string | undefined; mustExist?: boolean | undefined };

/** Throws `PreconditionFailed` when there is a condition and nothing that it could be for. Names what is missing. */
export function requireNoCondition({ ifMatch, mustExist }: MatchCondition, missing: string): void {
  if (ifMatch !== undefined || mustExist === true)
    throw new TaskdeckError('PreconditionFailed', `there is no ${missing} that If-Match could be for`);
}

/** Throws `PreconditionFailed` with these words unless `If-Match` has the entity tag of this change, or is not given. */
export function requireMatch(ifMatch: string | undefined, change: number, words: string): void {
  const given = ifMatch?.split(',').map((tag) => tag.trim());
  if (given?.includes(entityTag(change)) === false) throw new TaskdeckError('PreconditionFailed', words);
}
