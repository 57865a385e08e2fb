import type { Mutant } from './mutant.ts';

/** A mutant that no test needs to notice, with the reason. It still counts as survived. */
export type Accepted = Pick<Mutant, 'file' | 'original' | 'replacement'> & { reason: string };

/** Identified by their texts, because line numbers change. */
export const accepted: readonly Accepted[] = [];

/** Returns why a mutant may survive, or `undefined`. */
export function acceptedReason({ file, original, replacement }: Mutant): string | undefined {
  const found = accepted.find(
    (one) => one.file === file && one.original === original && one.replacement === replacement,
  );
  return found?.reason;
}
