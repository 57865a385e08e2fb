import { redact, type StateResponse, type StateVersion } from '#contract';
import type { Viewer } from './see-task.ts';

type Shown = Pick<StateResponse | StateVersion, 'value' | 'blob' | 'sensitive'>;

/**
 * An entry, or a version of one, as the caller may see it. The only way that one leaves the service. Where all of it is
 * sensitive its blob is not told of either: a hash is as good as a short content.
 */
export function seeState<Record extends Shown>(viewer: Viewer, record: Record): Record {
  const sensitive = record.sensitive ?? [];
  if (sensitive.length === 0 || viewer.may('sensitive/read')) return record;
  const seen = { ...record };
  if (record.value !== undefined) seen.value = redact(record.value, sensitive);
  if (hidesBlob(sensitive)) delete seen.blob;
  return seen;
}

/** Whether pointers mean all of an entry, its blob included. */
export function hidesBlob(sensitive: readonly string[]): boolean {
  return sensitive.includes('');
}
