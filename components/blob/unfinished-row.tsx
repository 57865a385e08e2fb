'use client';
import { FileClock, FileUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { visibleLine } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { Time } from '@/components/ui/time.tsx';
import { ChooseFiles } from './choose-files.tsx';
import { whyOtherFile } from './resume-file.ts';
import { type LeftUpload, percentOf } from './transfer.ts';

type UnfinishedRowProps = {
  upload: LeftUpload;
  /** Where it goes, where the surroundings do not say it. */
  target?: ReactNode;
  disabledReason: string | undefined;
  onFile: (file: File) => void;
  onDiscard: () => void;
};

/** An upload that was left: a page cannot open a file again by itself, so it asks for it. */
export function UnfinishedRow({ upload, target, disabledReason, onFile, onDiscard }: UnfinishedRowProps) {
  const [problem, setProblem] = useState<string>();
  const name = upload.fileName === undefined ? 'a file' : visibleLine(upload.fileName);
  const choose = ([file]: File[]) => {
    if (file === undefined) return;
    const other = whyOtherFile(file, upload);
    setProblem(other);
    if (other === undefined) onFile(file);
  };
  return (
    <article aria-label={`Unfinished upload of ${name}`} className="flex gap-2.5 py-2">
      <FileClock aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
      <div className="min-w-0 flex-1 space-y-1.5">
        <p className="wrap-anywhere text-sm">
          Upload of <strong className="break-all font-medium">{name}</strong>{' '}
          {'uploadId' in upload
            ? `is ${percentOf(upload.receivedBytes, upload.contentLength)} % done: choose the file again to continue.`
            : 'was not started: choose the file again to start it.'}
        </p>
        {target}
        <p className="tabular text-muted text-xs">
          {'uploadId' in upload ? (
            <>
              {formatBytes(upload.receivedBytes)} of {formatBytes(upload.contentLength)} arrived · deleted{' '}
              <Time value={upload.expiresOn} />
            </>
          ) : (
            `${formatBytes(upload.contentLength)} · the page was reloaded first`
          )}
        </p>
        {problem !== undefined && (
          <p role="alert" className="text-danger text-xs">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <ChooseFiles size="sm" label={`${name}, to continue its upload`} onFiles={choose} {...{ disabledReason }}>
            <FileUp aria-hidden /> Choose the file
          </ChooseFiles>
          <Button size="sm" variant="ghost" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      </div>
    </article>
  );
}
