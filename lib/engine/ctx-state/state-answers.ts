import { isTaskdeckError, parseJson, type StateAccess, type StateResponse } from '#contract';
import type { MutationOutcome } from '#state';
import type { SavedState } from '../definition/task-state.ts';
import type { AccessedEntry } from './state-call.ts';

/** The entries that a change saved. */
export function savedOf({ outcomes }: MutationOutcome): StateResponse[] {
  return outcomes.flatMap((outcome) => (outcome.kind === 'saved' ? outcome.state : []));
}

/** What a change did with which entries. */
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

/** `undefined` where the store or the entry is not there. */
export async function unlessMissing<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isTaskdeckError(error) && (error.code === 'StateNotFound' || error.code === 'StoreNotFound')) return undefined;
    throw error;
  }
}

/** A handler has no use for a receipt. */
export function withoutReceipt({ receipt: _, ...entry }: StateResponse): Omit<StateResponse, 'receipt'> {
  return entry;
}

export function withoutValue({ value: _, receipt: __, ...entry }: StateResponse): SavedState {
  return entry;
}

/** The record of a state step is what `ctx.state` wrote for it: the same shape on the first run and on a replay. */
export function recordedAs<Shape>(output: string | null): Shape {
  return parseJson(output ?? 'null') as Shape;
}
