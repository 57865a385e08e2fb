'use client';
import { Download, FileUp, Paperclip, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type BlobInfo, visibleLine } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { toast } from '@/components/ui/toast.ts';
import { BlobFacts } from './blob-facts.tsx';
import type { KnownBlob } from './blob-history.ts';
import { ChooseFiles } from './choose-files.tsx';
import { DropArea } from './drop-area.tsx';
import { EarlierBlobs } from './earlier-blobs.tsx';
import { hasEnded, type LeftUpload, leftUploadKey, type Transfer } from './transfer.ts';
import { type TransferActions, TransferRow } from './transfer-row.tsx';
import { UnfinishedRow } from './unfinished-row.tsx';

/** An entry as far as its blob goes. */
export type BlobEntry = { storeName: string; id: string; hasBlob: boolean; blob?: BlobInfo | undefined };

/** What is uploaded, and what it may replace. */
export type ChosenFile = { file: File; replaces?: string | undefined };

type BlobPanelProps = {
  entry: BlobEntry;
  /** The blobs it has and had, newest first; `undefined` until they are read. */
  known: readonly KnownBlob[] | undefined;
  /** Why they are not known. */
  historyFailure: ReactNode;
  by: (known: KnownBlob) => ReactNode;
  /** Uploads of this page to this entry. */
  transfers: readonly Transfer[];
  /** The file of one of them. */
  fileOf: (transfer: Transfer) => File | undefined;
  transferActions: TransferActions;
  /** Uploads to this entry that were left. */
  unfinished: readonly LeftUpload[];
  /** Why they are not known. */
  uploadsFailure: ReactNode;
  onResume: (upload: LeftUpload, file: File) => void;
  onDiscard: (upload: LeftUpload) => void;
  /** Why nothing can be uploaded here: a missing scope. */
  uploadReason: string | undefined;
  onUpload: (chosen: ChosenFile) => void;
  /** Lets the entry accept a blob; resolves to why it could not be done. */
  onAccept: () => Promise<string | undefined>;
  /** Where a blob is downloaded: the present one, or that of an earlier version. */
  downloadHref: (versionId?: string) => string;
  preview: ReactNode;
};

/** The blob of an entry: its facts, download, preview, and replacing it by a file that is dropped or chosen. */
export function BlobPanel(props: BlobPanelProps) {
  const { entry, transfers, uploadReason } = props;
  const { blob } = entry;
  /** The blob as it was when the question was asked: the panel goes on to follow it, the question does not. */
  const [asked, setAsked] = useState<{ file: File; replaced: BlobInfo; instead?: Transfer }>();
  const isBusy = transfers.some((transfer) => !hasEnded(transfer));
  const reason = uploadReason ?? (isBusy ? 'A file is being uploaded to this entry.' : undefined);

  const offer = (files: File[]) => {
    const [file] = files;
    if (file === undefined) return;
    if (reason !== undefined) return void toast.error('Not uploaded', { description: reason });
    if (files.length > 1)
      return void toast.error('An entry holds one blob', {
        description: 'Drop one file here, or several files on the list of entries to create an entry for each.',
      });
    if (blob !== undefined) setAsked({ file, replaced: blob });
    else
      void send({ file }).then(
        (refusal) => refusal !== undefined && toast.error('Not uploaded', { description: refusal }),
      );
  };
  /** Another blob came first. What is replaced is the one that the operator sees, or none when it is gone again. */
  const replace = (instead: Transfer) => {
    const file = props.fileOf(instead);
    if (file === undefined) return;
    if (blob !== undefined) return setAsked({ file, replaced: blob, instead });
    props.transferActions.dismiss(instead.key);
    offer([file]);
  };
  const send = async (chosen: ChosenFile): Promise<string | undefined> => {
    const refusal = entry.hasBlob ? undefined : await props.onAccept();
    if (refusal === undefined) props.onUpload(chosen);
    return refusal;
  };

  return (
    <DropArea
      label="Blob"
      hint={blob === undefined ? 'Drop the file to upload it' : `Drop the file to replace ${nameOf(blob)}`}
      onFiles={offer}
      instead="An entry has one blob. Drop the folder on the list of entries: each file in it becomes an entry."
      className="min-h-64 space-y-4"
    >
      {(transfers.length > 0 || props.unfinished.length > 0) && (
        <div className="divide-y divide-line rounded-lg border border-line bg-surface px-3">
          {transfers.map((transfer) => (
            <TransferRow key={transfer.key} transfer={transfer} actions={{ ...props.transferActions, replace }} />
          ))}
          {props.unfinished.map((upload) => (
            <UnfinishedRow
              key={leftUploadKey(upload)}
              upload={upload}
              disabledReason={reason}
              onFile={(file) => props.onResume(upload, file)}
              onDiscard={() => props.onDiscard(upload)}
            />
          ))}
        </div>
      )}
      {props.uploadsFailure}
      {blob === undefined ? (
        <NoBlob {...props} reason={reason} onFiles={offer} />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <Button asChild>
              <a href={props.downloadHref()} download>
                <Download aria-hidden /> Download
              </a>
            </Button>
            <ChooseFiles label={`A file that replaces ${nameOf(blob)}`} onFiles={offer} disabledReason={reason}>
              <RefreshCw aria-hidden /> Replace…
            </ChooseFiles>
            {reason === undefined && <p className="text-muted text-xs max-sm:hidden">or drop a file here</p>}
          </div>
          <BlobFacts blob={blob} by={byOf(props, blob)} />
          {props.preview}
        </>
      )}
      <EarlierBlobs
        known={props.known?.filter((one) => one.blob.versionId !== blob?.versionId) ?? []}
        by={props.by}
        downloadHref={props.downloadHref}
      />
      {props.historyFailure}
      {asked !== undefined && (
        <ConfirmDialog
          onClose={() => setAsked(undefined)}
          title="Replace the blob?"
          description={
            <>
              <strong className="break-all font-medium text-ink">{visibleLine(asked.file.name)}</strong> (
              {formatBytes(asked.file.size)}) replaces{' '}
              <strong className="break-all font-medium text-ink">{nameOf(asked.replaced)}</strong> (
              {formatBytes(asked.replaced.contentLength)}) when the upload is complete, unless someone else replaces the
              blob first. The old blob stays in its version.
            </>
          }
          confirmLabel="Replace"
          cancelLabel="Keep old blob"
          onConfirm={() => {
            if (asked.instead !== undefined) props.transferActions.dismiss(asked.instead.key);
            return send({ file: asked.file, replaces: asked.replaced.etag });
          }}
        />
      )}
    </DropArea>
  );
}

function NoBlob(props: BlobPanelProps & { reason: string | undefined; onFiles: (files: File[]) => void }) {
  const [failure, setFailure] = useState<string>();
  const choose = (
    <ChooseFiles
      variant="primary"
      label={`A file for ${props.entry.id}`}
      onFiles={props.onFiles}
      disabledReason={props.reason}
    >
      <FileUp aria-hidden /> Choose a file
    </ChooseFiles>
  );
  return (
    <div className="rounded-lg border border-edge/60 border-dashed">
      <EmptyState
        icon={Paperclip}
        title={props.entry.hasBlob ? 'No blob yet' : 'This entry does not accept blobs'}
        action={
          props.entry.hasBlob ? (
            choose
          ) : (
            <Button
              disabledReason={props.uploadReason}
              onClick={() => void props.onAccept().then((refusal) => setFailure(refusal))}
            >
              Accept a blob
            </Button>
          )
        }
      >
        {props.entry.hasBlob
          ? 'Drop a file here or choose one. Uploads can be paused and continue after a lost connection or a reload.'
          : 'A blob is a file that belongs to an entry. Drop a file here to let the entry accept it.'}
        {failure !== undefined && (
          <span role="alert" className="mt-2 block text-danger">
            {failure}
          </span>
        )}
      </EmptyState>
    </div>
  );
}

function nameOf({ fileName }: BlobInfo): string {
  return fileName === undefined ? 'the current blob' : visibleLine(fileName);
}

function byOf({ known, by }: BlobPanelProps, { versionId }: BlobInfo): ReactNode {
  const found = known?.find(({ blob }) => blob.versionId === versionId);
  return found && by(found);
}
