'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StateVersion } from '#contract';
import { blobAddress } from '@/components/blob/blob-address.ts';
import { blobsOf } from '@/components/blob/blob-history.ts';
import { type BlobEntry, BlobPanel } from '@/components/blob/blob-panel.tsx';
import { BlobPreview } from '@/components/blob/preview/blob-preview.tsx';
import { stateApi } from '@/components/state/state-path.ts';
import { WriterName } from '@/components/state/writer-name.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import type { ListPage } from '../../list/page.ts';
import { answered } from '../../problem/answered.ts';
import { ReadFailure } from '../../problem/parts/read-failure.tsx';
import { fetchJson } from '../../query/fetch-json.ts';
import { useTellChange } from '../../state/use-tell-change.ts';
import { acceptBlob } from '../actions.ts';
import { readBlob } from '../read-blob.ts';
import { transferStore } from '../transfers.ts';
import { planOfLeft } from '../unfinished-uploads.ts';
import { useTransfers } from '../use-transfers.ts';
import { useUnfinishedUploads } from '../use-unfinished-uploads.ts';

/** The blob of an entry, with its uploads, its preview and the blobs it had. */
export function EntryBlob({ entry }: { entry: BlobEntry & { version: number } }) {
  const { storeName, id, blob, version } = entry;
  const { may: mayWrite, reason: uploadReason } = useMay('state/create');
  const transfers = useTransfers().filter((transfer) => transfer.storeName === storeName && transfer.id === id);
  const { unfinished, discard, read: uploads } = useUnfinishedUploads({ isEnabled: mayWrite });
  const tellChange = useTellChange();
  const versions = useQuery({
    queryKey: ['state', 'blob-history', storeName, id, version],
    queryFn: ({ signal }) =>
      fetchJson<ListPage<StateVersion>>(stateApi('versions', { store: storeName, id }), { signal }),
  });
  const known = useMemo(() => versions.data && blobsOf(versions.data.value), [versions.data]);

  const accept = async () => {
    const answer = await answered(acceptBlob({ storeName, id }));
    if (!answer.ok) return answer.problem.detail;
    const { receipt } = answer.value;
    const parts = [{ receipt, ids: [id] }];
    tellChange({ storeName, title: `${id} accepts a blob now`, parts });
    return undefined;
  };
  const address = blobAddress(storeName, id, blob?.versionId);

  return (
    <BlobPanel
      entry={entry}
      known={known}
      historyFailure={<ReadFailure title="Earlier blobs could not be read" read={versions} />}
      by={(one) => <WriterName writer={one.by} />}
      transfers={transfers}
      transferActions={{ ...transferStore, retry: ({ key }) => transferStore.resume(key) }}
      fileOf={({ key }) => transferStore.planOf(key)?.file}
      unfinished={unfinished.filter((upload) => upload.storeName === storeName && upload.id === id)}
      uploadsFailure={<ReadFailure title="Unfinished uploads could not be read" read={uploads} />}
      onResume={(upload, file) => transferStore.add([planOfLeft(upload, file, blob?.etag)])}
      onDiscard={(upload) => void discard([upload])}
      uploadReason={uploadReason}
      onUpload={({ file, replaces }) => transferStore.add([{ storeName, id, file, replaces }])}
      onAccept={accept}
      downloadHref={(versionId) => blobAddress(storeName, id, versionId)}
      preview={blob && <BlobPreview key={blob.versionId} blob={blob} read={(length) => readBlob(address, length)} />}
    />
  );
}
