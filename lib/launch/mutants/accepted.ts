import type { Mutant } from './mutant.ts';

/** A mutant that no test needs to notice, with the reason. It still counts as survived. */
export type Accepted = Pick<Mutant, 'file' | 'original' | 'replacement'> & { reason: string };

/** Named by their texts, not by their lines, which move. */
export const accepted: readonly Accepted[] = [];

/** Why a mutant may survive, or `undefined`. */
export function acceptedReason({ file, original, replacement }: Mutant): string | undefined {
  const found = accepted.find(
    (one) => one.file === file && one.original === original && one.replacement === replacement,
  );
  return found?.reason;
}
