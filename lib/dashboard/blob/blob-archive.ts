import 'server-only';
import type { StateClient } from '#client';
import type { StateResponse } from '#contract';
import { mostArchivedBlobs } from '@/components/blob/blob-address.ts';
import type { Download } from '../access/answer-download.ts';
import { ProblemError } from '../problem/problem.ts';
import { archivedNames } from './archived-names.ts';
import { type ZipFile, zipOf } from './zip.ts';

type Asked = { storeName: string; ids: readonly string[]; signal: AbortSignal };

/** The blobs of entries as one archive, each read when its turn comes. Throws `ProblemError` when one has no blob. */
export async function archiveOf(state: StateClient, { storeName, ids, signal }: Asked): Promise<Download> {
  if (ids.length === 0 || ids.length > mostArchivedBlobs)
    throw new ProblemError({ code: 'InvalidRequest', detail: `Name 1 to ${mostArchivedBlobs} entries.` });
  const entries = await state.getBulkStateAsync(storeName, { ids: [...ids] }, { abortSignal: signal });
  const missing = ids.find((id) => entries.find((entry) => entry.id === id)?.blob === undefined);
  if (missing !== undefined)
    throw new ProblemError({
      code: 'BlobNotFound',
      detail: `The entry ${missing} has no blob that you may read. Deselect it.`,
    });
  return {
    fileName: `${storeName}-blobs.zip`,
    mediaType: 'application/zip',
    chunks: zipOf(filesOf(state, entries, signal)),
  };
}

async function* filesOf(
  state: StateClient,
  entries: readonly StateResponse[],
  abortSignal: AbortSignal,
): AsyncGenerator<ZipFile> {
  const names = archivedNames(entries.map(({ id, blob }) => ({ id, fileName: blob?.fileName })));
  for (const [at, { storeName, id, blob }] of entries.entries()) {
    if (blob === undefined) continue;
    const { content } = await state.downloadBlobContentAsync(
      { storeName, id },
      { versionId: blob.versionId, abortSignal },
    );
    yield { name: names[at] ?? id, modifiedOn: new Date(blob.lastModifiedOn), content };
  }
}
