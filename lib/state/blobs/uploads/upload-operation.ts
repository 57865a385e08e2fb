import type { ParsedResumableUploadInput } from '#contract';
import type { UpsertOperation } from '../../write/mutation.ts';

/** The operation of a resumable upload on its entry, without the blob. */
export function uploadOperation({ id, createEntry, ifEntryMatch }: ParsedResumableUploadInput): UpsertOperation {
  return { kind: 'upsert', id, ifMatch: ifEntryMatch, ...(createEntry && { valueIfNew: null }) };
}
