'use client';
import { FileUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ChooseFiles } from '@/components/blob/choose-files.tsx';
import { DropArea } from '@/components/blob/drop-area.tsx';
import { mostNewBlobs } from '@/components/blob/new-blobs.model.ts';
import { hasEnded } from '@/components/blob/transfer.ts';
import { laterPart } from '@/components/shell/later-part.ts';
import { toast } from '@/components/ui/toast.ts';
import { useMay } from '../../access/scopes-context.tsx';
import { problemOf } from '../../problem/problem.ts';
import { findBlobTargets } from '../actions.ts';
import { transferStore } from '../transfers.ts';

const NewBlobsDialog = laterPart(() =>
  import('@/components/blob/new-blobs-dialog.tsx').then((loaded) => loaded.NewBlobsDialog),
);

type StorePlace = { storeName: string /** Where in the tree the operator is. */; prefix: string };

/** Files of several at once for a store: each becomes an entry, after a look at the ids. */
function useNewBlobs({ storeName, prefix }: StorePlace): { choose: (files: File[]) => void; dialog: ReactNode } {
  const [files, setFiles] = useState<File[]>();
  const choose = (chosen: File[]) => {
    if (chosen.length <= mostNewBlobs) setFiles(chosen);
    else toast.error(`At most ${mostNewBlobs} files at once`, { description: 'These are more. Choose fewer.' });
  };
  const dialog = files !== undefined && (
    <NewBlobsDialog
      storeName={storeName}
      files={files}
      initialPrefix={prefix}
      find={async (ids) => {
        try {
          const answer = await findBlobTargets({ storeName, ids });
          return answer.ok ? { ok: true, ...answer.value } : answer;
        } catch (error) {
          return { ok: false, problem: problemOf(error) };
        }
      }}
      isUnderWay={(id) =>
        transferStore.read().some((one) => !hasEnded(one) && one.storeName === storeName && one.id === id)
      }
      onStart={(blobs) =>
        transferStore.add(blobs.map(({ file, id, replaces }) => ({ storeName, id, file, replaces, createEntry: true })))
      }
      onClose={() => setFiles(undefined)}
    />
  );
  return { choose, dialog };
}

/** A store's page as a place to drop files on. */
export function DropBlobs({ children, className, ...place }: StorePlace & { className?: string; children: ReactNode }) {
  const { may, reason } = useMay('state/create');
  const { choose, dialog } = useNewBlobs(place);
  return (
    <DropArea
      label="Tree and entries"
      maximumInFolders={mostNewBlobs}
      hint={may ? `Drop files or folders: each file becomes an entry below “${place.prefix}”` : (reason ?? '')}
      onFiles={choose}
      isDisabled={!may}
      {...(className === undefined ? {} : { className })}
    >
      {children}
      {dialog}
    </DropArea>
  );
}

/** The button beside it: files for new entries by the browser's dialog. */
export function UploadFilesButton(place: StorePlace) {
  const { reason } = useMay('state/create');
  const { choose, dialog } = useNewBlobs(place);
  return (
    <>
      <ChooseFiles size="sm" label={`Files for ${place.storeName}`} isMany onFiles={choose} disabledReason={reason}>
        <FileUp aria-hidden /> <span className="max-sm:sr-only">Upload files</span>
      </ChooseFiles>
      {dialog}
    </>
  );
}
