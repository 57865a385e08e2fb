import type { ErrorCode } from '#contract';

/** What became of one entry in a bulk change. */
export type EntryOutcome =
  | { id: string; kind: 'done'; etag?: string }
  /** It was written meanwhile, or is there although it should not be. */
  | { id: string; kind: 'changed'; detail: string }
  | { id: string; kind: 'gone' }
  | { id: string; kind: 'failed'; code: string; detail: string }
  /** The answer was lost: it may have been done. */
  | { id: string; kind: 'unknown'; detail: string };

/** A refusal of one entry in words. */
export function outcomeOfFailure(failure: {
  id: string;
  code: ErrorCode;
  message: string;
  currentEtag?: string | undefined;
}): EntryOutcome {
  const { id, code, message, currentEtag } = failure;
  if (code === 'PreconditionFailed' || code === 'ConditionRequired') {
    if (currentEtag === undefined && code === 'PreconditionFailed') return { id, kind: 'gone' };
    return {
      id,
      kind: 'changed',
      detail: code === 'ConditionRequired' ? message : 'The entry has changed in the meantime',
    };
  }
  if (code === 'StateAlreadyExists') return { id, kind: 'changed', detail: 'An entry with this id already exists' };
  if (code === 'StateNotFound') return { id, kind: 'gone' };
  return { id, kind: 'failed', code, detail: message };
}

/** How many outcomes are of a kind. */
export function countOutcomes(outcomes: readonly EntryOutcome[]): Record<EntryOutcome['kind'], number> {
  const counts = { done: 0, changed: 0, gone: 0, failed: 0, unknown: 0 };
  for (const { kind } of outcomes) counts[kind] += 1;
  return counts;
}
