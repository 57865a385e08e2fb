import type { PreparedMutation, PreparedOperation } from './prepared.ts';

/**
 * Splits mutations into rounds, in order, so that no entry occurs twice in a round: an operation is in a later round
 * than all earlier operations on the same entry. An atomic mutation is in one round as a whole.
 */
export function roundsOf(prepared: readonly PreparedMutation[]): PreparedOperation[][] {
  const lastRound = new Map<string, number>();
  const rounds: PreparedOperation[][] = [];
  const add = (round: number, one: PreparedOperation, key: string) => {
    lastRound.set(key, round);
    const operations = rounds[round] ?? [];
    operations.push(one);
    rounds[round] = operations;
  };
  for (const { mutation, store, operations } of prepared) {
    const keyed = operations.map((one) => ({ one, key: `${store?.key ?? 0} ${one.operation.id}` }));
    const next = (key: string) => (lastRound.get(key) ?? -1) + 1;
    if (mutation.isAtomic) {
      const round = Math.max(0, ...keyed.map(({ key }) => next(key)));
      for (const { one, key } of keyed) add(round, one, key);
    } else for (const { one, key } of keyed) add(next(key), one, key);
  }
  return rounds;
}
