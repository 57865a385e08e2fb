import { isTaskdeckError, parseJson, type StateAccess, type StateResponse } from '#contract';
import type { MutationOutcome } from '#state';
import type { SavedState } from '../definition/task-state.ts';
import type { AccessedEntry } from './state-call.ts';

/** Returns the entries that a change saved. */
export function savedOf({ outcomes }: MutationOutcome): StateResponse[] {
  return outcomes.flatMap((outcome) => (outcome.kind === 'saved' ? outcome.state : []));
}

/** Returns the entries that a change touched, each with its kind of access. */
export function accessesOf(storeName: string, { outcomes }: MutationOutcome): AccessedEntry[] {
  return outcomes.flatMap((outcome): AccessedEntry[] => {
    if (outcome.kind === 'saved') return [accessOf('write', outcome.state, outcome.state.version)];
    if (outcome.kind !== 'deleted' || outcome.version === undefined) return [];
    return [accessOf('delete', { storeName, id: outcome.id }, outcome.version)];
  });
}

export function accessOf(
  access: StateAccess,
  { storeName, id }: { storeName: string; id: string },
  version: number | undefined,
): AccessedEntry {
  return { storeName, id, access, version: version ?? null };
}

/** Resolves with `undefined` when the store or the entry does not exist. */
export async function unlessMissing<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isTaskdeckError(error) && (error.code === 'StateNotFound' || error.code === 'StoreNotFound')) return undefined;
    throw error;
  }
}

/** Omits the receipt, which a handler cannot use. */
export function withoutReceipt({ receipt: _, ...entry }: StateResponse): Omit<StateResponse, 'receipt'> {
  return entry;
}

export function withoutValue({ value: _, receipt: __, ...entry }: StateResponse): SavedState {
  return entry;
}

/** Reads the record of a state step. `ctx.state` wrote it, so it has the same shape on a first run and on a replay. */
export function recordedAs<Shape>(output: string | null): Shape {
  return parseJson(output ?? 'null') as Shape;
}
