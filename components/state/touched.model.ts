import type { StateAccess, StepStateAccess } from '#contract';

/** An entry that steps of a run touched, and how. */
export type TouchedEntry = {
  storeName: string;
  id: string;
  accesses: readonly StateAccess[];
  /** The last version that the run read or made. */
  version: number | undefined;
  /** The steps, in their order. */
  sequences: readonly number[];
};

/** The entries that steps touched, in the order in which the run first came to them. */
export function touchedEntries(
  steps: readonly { sequence: number; state?: readonly StepStateAccess[] | undefined }[],
): TouchedEntry[] {
  const found = new Map<string, TouchedEntry>();
  for (const { sequence, state = [] } of steps) {
    for (const { storeName, id, access, version } of state) {
      const key = `${storeName}/${id}`;
      const before = found.get(key);
      found.set(key, {
        storeName,
        id,
        accesses: [...new Set([...(before?.accesses ?? []), access])],
        version: version ?? before?.version,
        sequences: [...new Set([...(before?.sequences ?? []), sequence])],
      });
    }
  }
  return [...found.values()];
}
