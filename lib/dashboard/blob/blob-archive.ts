import 'server-only';
import { makeZip, predictLength } from 'client-zip';
import type { BlobInfo, StateResponse } from '#contract';
import { mostArchivedBlobs } from '@/components/blob/blob-address.ts';
import type { Download } from '../access/answer-download.ts';
import { ProblemError } from '../problem/problem.ts';
import { archivedNames } from './archived-names.ts';

type ArchivedEntry = Pick<StateResponse, 'storeName' | 'id'> & {
  blob?: Pick<BlobInfo, 'versionId' | 'contentLength' | 'lastModifiedOn' | 'fileName'> | undefined;
};

/** What an archive needs of the client of state. */
export type BlobReader = {
  getBulkStateAsync(
    storeName: string,
    query: { ids: string[] },
    options: { abortSignal: AbortSignal },
  ): Promise<readonly ArchivedEntry[]>;
  downloadBlobContentAsync(
    blob: { storeName: string; id: string },
    options: { versionId: string; abortSignal: AbortSignal },
  ): Promise<{ content: AsyncIterable<Uint8Array> }>;
};

type Asked = { storeName: string; ids: readonly string[]; signal: AbortSignal };

/** The blobs of entries as one archive, each read when its turn comes. Throws `ProblemError` when one has no blob. */
export async function archiveOf(state: BlobReader, { storeName, ids, signal }: Asked): Promise<Download> {
  if (ids.length === 0 || ids.length > mostArchivedBlobs)
    throw new ProblemError({ code: 'InvalidRequest', detail: `Name 1 to ${mostArchivedBlobs} entries.` });
  const entries = await state.getBulkStateAsync(storeName, { ids: [...ids] }, { abortSignal: signal });
  const missing = ids.find((id) => entries.find((entry) => entry.id === id)?.blob === undefined);
  if (missing !== undefined)
    throw new ProblemError({
      code: 'BlobNotFound',
      detail: `The entry ${missing} has no blob that you may read. Deselect it.`,
    });
  const files = filesOf(state, entries, signal);
  return {
    fileName: `${storeName}-blobs.zip`,
    mediaType: 'application/zip',
    bytes: predictLength(files),
    chunks: chunksOf(files),
  };
}

type ArchivedFile = { name: string; size: number; lastModified: Date; open: () => Promise<AsyncIterable<Uint8Array>> };

/** Nothing is compressed or held back, so memory stays flat. A file is opened when its turn comes. */
async function* chunksOf(files: readonly ArchivedFile[]): AsyncGenerator<Uint8Array> {
  const opened = async function* () {
    for (const { open, ...file } of files) yield { ...file, input: await open() };
  };
  const reader = makeZip(opened()).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // where it is given up before its end, the archive has no use for what it could not write
    await reader.cancel().catch(() => undefined);
  }
}

function filesOf(state: BlobReader, entries: readonly ArchivedEntry[], abortSignal: AbortSignal): ArchivedFile[] {
  const names = archivedNames(entries.map(({ id, blob }) => ({ id, fileName: blob?.fileName })));
  return entries.flatMap(({ storeName, id, blob }, at) => {
    if (blob === undefined) return [];
    const { versionId } = blob;
    const open = async () =>
      (await state.downloadBlobContentAsync({ storeName, id }, { versionId, abortSignal })).content;
    return { name: names[at] ?? id, size: blob.contentLength, lastModified: new Date(blob.lastModifiedOn), open };
  });
}
