'use client';
import { FileClock, FileUp } from 'lucide-react';
import { counted } from '#contract';
import { ChooseFiles } from '@/components/blob/choose-files.tsx';
import { matchFiles } from '@/components/blob/resume-file.ts';
import { leftUploadKey } from '@/components/blob/transfer.ts';
import { laterPart } from '@/components/shell/later-part.ts';
import { entryPath } from '@/components/state/state-path.ts';
import { Button } from '@/components/ui/button.tsx';
import { Link } from '@/components/ui/link.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useMay } from '../../access/scopes-context.tsx';
import { ReadFailure } from '../../problem/parts/read-failure.tsx';
import { transferStore } from '../transfers.ts';
import { planOfLeft } from '../unfinished-uploads.ts';
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
  const resume = (files: File[]) => {
    const { found, others } = matchFiles(files, left);
    transferStore.add(found.map(({ upload, file }) => planOfLeft(upload, file)));
    if (others.length > 0)
      toast.error(`${counted(others.length, 'file')} not uploaded`, {
        description: `No unfinished upload began with ${others.length === 1 ? others[0]?.name : 'them'}.`,
      });
  };
  return (
    <>
      {failure}
      <details className="mx-3 mb-2 rounded-md border border-line bg-caution-soft text-sm">
        <summary className="flex min-h-8 items-center gap-2 rounded-md px-3">
          <FileClock aria-hidden className="size-4 shrink-0 text-caution" />
          {counted(left.length, 'unfinished upload')}
        </summary>
        <div className="max-h-80 divide-y divide-line overflow-y-auto rounded-b-md bg-surface px-3">
          {left.length > 1 && (
            <div className="flex flex-wrap gap-2 py-2">
              <ChooseFiles
                size="sm"
                isMany
                label="Files of the unfinished uploads"
                onFiles={resume}
                disabledReason={reason}
              >
                <FileUp aria-hidden /> Choose all files
              </ChooseFiles>
              <Button size="sm" variant="ghost" onClick={() => void discard(left)}>
                Discard all
              </Button>
            </div>
          )}
          {left.map((upload) => (
            <UnfinishedRow
              key={leftUploadKey(upload)}
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
              onFile={(file) => transferStore.add([planOfLeft(upload, file)])}
              onDiscard={() => void discard([upload])}
            />
          ))}
        </div>
      </details>
    </>
  );
}
