import type { StateFailure } from '#contract';
import { stateLimits } from '@/components/state/state-limits.ts';
import type { EntrySave } from './entry-form.model.ts';

/** One operation of a transaction that is being gathered, on the version that its author saw. */
export type BasketOperation =
  | { kind: 'save'; id: string; save: EntrySave; bytes: number; version: number | undefined }
  | { kind: 'delete'; id: string; ifMatch: string; version: number };

/** Operations of one store, each entry once, in the order in which they were added. */
export type Basket = readonly BasketOperation[];

/** Adds operations; one on an entry that is in it already takes its place. */
export function addToBasket(basket: Basket, added: readonly BasketOperation[]): Basket {
  const replaced = new Map(added.map((operation) => [operation.id, operation]));
  const kept = basket.map((operation) => {
    const replacement = replaced.get(operation.id);
    replaced.delete(operation.id);
    return replacement ?? operation;
  });
  return [...kept, ...replaced.values()];
}

export function removeFromBasket(basket: Basket, id: string): Basket {
  return basket.filter((operation) => operation.id !== id);
}

type BasketSize = { operations: number; bytes: number; problem: string | undefined };

/** How much of what a transaction may hold a basket takes, and why it cannot be committed, where it cannot. */
export function sizeOfBasket(basket: Basket): BasketSize {
  const operations = basket.length;
  const bytes = basket.reduce((sum, operation) => sum + (operation.kind === 'save' ? operation.bytes : 0), 0);
  const problem =
    operations === 0
      ? 'The basket is empty.'
      : operations > stateLimits.transactionOperations
        ? `A transaction has at most ${stateLimits.transactionOperations} operations.`
        : bytes > stateLimits.transactionBytes
          ? `A transaction has at most ${stateLimits.transactionBytes} bytes of values.`
          : undefined;
  return { operations, bytes, problem };
}

/** The basket as the transaction that is sent. */
export function transactionOf(basket: Basket): { upserts: EntrySave[]; deletes: { id: string; ifMatch: string }[] } {
  return {
    upserts: basket.flatMap((operation) => (operation.kind === 'save' ? [operation.save] : [])),
    deletes: basket.flatMap((operation) =>
      operation.kind === 'delete' ? [{ id: operation.id, ifMatch: operation.ifMatch }] : [],
    ),
  };
}

/** Why operations were refused, by entry; `undefined` where the answer names none of the basket's. */
export function failuresByEntry(
  basket: Basket,
  failures: readonly StateFailure[] | undefined,
): ReadonlyMap<string, StateFailure> | undefined {
  const ids = new Set(basket.map(({ id }) => id));
  const known = (failures ?? []).filter(({ id }) => ids.has(id));
  return known.length === 0 ? undefined : new Map(known.map((failure) => [failure.id, failure]));
}

/** Reads a basket that was kept as text; what is none is an empty one. */
export function readKeptBasket(kept: string | undefined): Basket {
  if (kept === undefined) return [];
  try {
    const given: unknown = JSON.parse(kept);
    return Array.isArray(given) && given.every(isOperation) ? given : [];
  } catch {
    return [];
  }
}

function isOperation(given: unknown): given is BasketOperation {
  if (typeof given !== 'object' || given === null || !('kind' in given) || !('id' in given)) return false;
  if (typeof given.id !== 'string') return false;
  if (given.kind === 'delete') return 'ifMatch' in given && typeof given.ifMatch === 'string';
  if (given.kind !== 'save' || !('save' in given) || !('bytes' in given)) return false;
  const { save, bytes } = given;
  return typeof bytes === 'number' && typeof save === 'object' && save !== null && 'value' in save;
}
