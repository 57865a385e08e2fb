'use client';
import { FileClock } from 'lucide-react';
import { counted } from '#contract';
import { laterPart } from '@/components/shell/later-part.ts';
import { entryPath } from '@/components/state/state-path.ts';
import { Link } from '@/components/ui/link.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import { ReadFailure } from '../../problem/parts/read-failure.tsx';
import { transferStore } from '../transfers.ts';
import { useUnfinishedUploads } from '../use-unfinished-uploads.ts';

const UnfinishedRow = laterPart(() =>
  import('@/components/blob/unfinished-row.tsx').then((loaded) => loaded.UnfinishedRow),
);

/** The operator's uploads to a store that were left, here or in another browser: its entries may not even be there yet. */
export function UnfinishedNotice({ storeName }: { storeName: string }) {
  const { may, reason } = useMay('state/create');
  const { unfinished, discard, read } = useUnfinishedUploads({ isEnabled: may });
  const left = unfinished.filter((upload) => upload.storeName === storeName);
  const failure = <ReadFailure className="mx-3 mb-2" title="Unfinished uploads could not be read" read={read} />;
  if (left.length === 0) return failure;
  return (
    <>
      {failure}
      <details className="mx-3 mb-2 rounded-md border border-line bg-caution-soft text-sm">
        <summary className="flex min-h-8 items-center gap-2 rounded-md px-3">
          <FileClock aria-hidden className="size-4 shrink-0 text-caution" />
          {counted(left.length, 'unfinished upload')}
        </summary>
        <div className="max-h-80 divide-y divide-line overflow-y-auto rounded-b-md bg-surface px-3">
          {left.map((upload) => (
            <UnfinishedRow
              key={upload.uploadId}
              upload={upload}
              target={
                <Link
                  href={entryPath(storeName, upload.id, { tab: 'blob' })}
                  className="break-all font-mono text-accent text-xs underline"
                >
                  {upload.id}
                </Link>
              }
              disabledReason={reason}
              onFile={(file) =>
                transferStore.add([{ storeName, id: upload.id, file, createEntry: true, unfinished: upload }])
              }
              onDiscard={() => void discard(upload)}
            />
          ))}
        </div>
      </details>
    </>
  );
}
