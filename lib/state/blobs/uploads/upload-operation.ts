import type { ParsedResumableUploadInput } from '#contract';
import type { UpsertOperation } from '../../write/mutation.ts';

/** What a resumable upload does to its entry, but for the blob. */
export function uploadOperation({ id, createEntry, ifEntryMatch }: ParsedResumableUploadInput): UpsertOperation {
  return { kind: 'upsert', id, ifMatch: ifEntryMatch, ...(createEntry && { valueIfNew: null }) };
}
