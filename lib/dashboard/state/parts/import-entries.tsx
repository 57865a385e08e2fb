'use client';
import { FileUp } from 'lucide-react';
import { counted } from '#contract';
import { ChooseFiles } from '@/components/blob/choose-files.tsx';
import { ImportPreview } from '@/components/state/import-preview.tsx';
import { ImportReport } from '@/components/state/import-report.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import type { LeftImport } from '../left-imports.ts';
import { fileNameOf, saveFile } from '../save-file.ts';
import { type FileToGoOnWith, useImport } from '../use-import.ts';

const modes = [
  { value: 'create' as const, label: 'Only new entries' },
  { value: 'overwrite' as const, label: 'Overwrite' },
];

type ImportEntriesProps = {
  storeName: string;
  left?: FileToGoOnWith;
  onClose: () => void;
};

/** Saves the entries of a file of JSON lines: checked line by line first, in batches with progress, with a report. */
export function ImportEntries({ storeName, left, onClose }: ImportEntriesProps) {
  const { phase, mode, setMode, choose, run, stop } = useImport(storeName, left);
  const isWorking = phase.kind === 'working';
  const check = phase.kind === 'choosing' ? undefined : phase.check;
  return (
    <Dialog isBusy={isWorking} onClose={onClose}>
      <DialogContent
        size="md"
        title={`Import entries into ${storeName}`}
        description="One entry per line as JSON, in the format of an export."
        footer={
          <>
            {isWorking ? (
              <Button onClick={stop}>Stop</Button>
            ) : (
              <Button onClick={onClose}>{phase.kind === 'done' ? 'Close' : 'Cancel'}</Button>
            )}
            {phase.kind === 'ready' && check !== undefined && (
              <Button
                variant="primary"
                disabledReason={check.entryCount === 0 ? 'The file contains no entry' : undefined}
                onClick={() => void run(phase.file, check)}
              >
                {left === undefined ? 'Import' : 'Import the other'}{' '}
                {counted(check.entryCount - (left === undefined ? 0 : sentOf(left.place)), 'entry', 'entries')}
              </Button>
            )}
          </>
        }
      >
        {left !== undefined && phase.kind === 'ready' && (
          <p className="text-sm">
            Goes on where it was broken off, after {counted(sentOf(left.place), 'entry', 'entries')}.
          </p>
        )}
        {(phase.kind === 'choosing' || (phase.kind === 'ready' && left === undefined)) && (
          <div className="flex flex-wrap items-center gap-3">
            <ChooseFiles
              label="File of JSON lines"
              accept=".jsonl,.ndjson,.json,application/x-ndjson"
              onFiles={([file]) => void choose(file)}
            >
              <FileUp aria-hidden /> {phase.kind === 'ready' ? 'Choose another file' : 'Choose a file'}
            </ChooseFiles>
            {phase.kind === 'ready' && (
              <SegmentedControl label="Existing entries" options={modes} value={mode} onChange={setMode} />
            )}
            {phase.kind === 'choosing' && phase.failure !== undefined && (
              <p role="alert" className="text-danger text-sm">
                {phase.failure}
              </p>
            )}
          </div>
        )}
        {phase.kind === 'checking' && (
          <p role="status" className="text-muted text-sm">
            Reading {phase.file.name}, {formatBytes(phase.file.size)}…
          </p>
        )}
        {phase.kind === 'ready' && check !== undefined && (
          <ImportPreview fileName={phase.file.name} check={check} mode={mode} />
        )}
        {(phase.kind === 'working' || phase.kind === 'done') && check !== undefined && (
          <ImportReport
            result={phase.result}
            total={check.entryCount}
            isWorking={isWorking}
            onSaveRefused={() =>
              saveFile(
                new Blob(phase.result.refused.map(({ text }) => `${text}\n`)),
                fileNameOf(storeName, 'not-imported'),
              )
            }
          />
        )}
      </DialogContent>
    </Dialog>
  );
}

const sentOf = ({ doneCount, refused }: LeftImport) => doneCount + refused.length;
