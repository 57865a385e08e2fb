'use client';
import { FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { counted } from '#contract';
import { ChooseFiles } from '@/components/blob/choose-files.tsx';
import { checkFile, type FileCheck } from '@/components/state/import-file.ts';
import { ImportPreview } from '@/components/state/import-preview.tsx';
import { ImportReport, type ImportResult } from '@/components/state/import-report.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { presentTime } from '@/components/ui/present.ts';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { browserClock } from '../../live/clock.ts';
import { importEntries } from '../actions.ts';
import { growingChange } from '../growing-change.ts';
import { importFile, nothingImported, whyUnreadable } from '../import-run.ts';
import { forgetImport, keepImport, type LeftImport, noteImport } from '../left-imports.ts';
import { fileNameOf, saveFile } from '../save-file.ts';
import { useRefreshState, useTellChange } from '../use-tell-change.ts';

type Mode = 'create' | 'overwrite';
type Phase =
  | { kind: 'choosing'; failure?: string }
  | { kind: 'checking' | 'ready' | 'working' | 'done'; file: File; check: FileCheck | undefined; result: ImportResult };

const modes = [
  { value: 'create' as const, label: 'Only new entries' },
  { value: 'overwrite' as const, label: 'Overwrite' },
];

type ImportEntriesProps = {
  storeName: string;
  /** An import that was broken off, with its file, to go on with. */
  left?: { file: File; place: LeftImport };
  onClose: () => void;
};

/** Saves the entries of a file of JSON lines: checked line by line first, in batches with progress, with a report. */
export function ImportEntries({ storeName, left, onClose }: ImportEntriesProps) {
  const [phase, setPhase] = useState<Phase>({ kind: 'choosing' });
  const [mode, setMode] = useState<Mode>(left?.place.mode ?? 'create');
  const [startedOn] = useState(() => left?.place.startedOn ?? presentTime());
  const running = useRef<AbortController>(undefined);
  const tell = useTellChange();
  const refresh = useRefreshState();
  useEffect(() => () => running.current?.abort(), []);
  const start = useEffectEvent(() => void choose(left?.file));
  useEffect(() => start(), []);

  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const controller = new AbortController();
    running.current = controller;
    setPhase({ kind: 'checking', file, check: undefined, result: nothingImported });
    try {
      const check = await checkFile(file, startedOn, controller.signal);
      setPhase({ kind: 'ready', file, check, result: nothingImported });
    } catch (error) {
      setPhase({ kind: 'choosing', failure: `${file.name} cannot be read: ${whyUnreadable(error)}.` });
    }
  };

  const run = async (file: File, check: FileCheck) => {
    const controller = new AbortController();
    running.current = controller;
    setPhase({ kind: 'working', file, check, result: nothingImported });
    const made = growingChange(storeName, (ids) => `Imported ${counted(ids.length, 'entry', 'entries')}`);
    const note = noteImport(storeName);
    const { result } = await importFile(file, {
      startedOn,
      signal: controller.signal,
      send: (entries, idempotencyKey) => importEntries({ storeName, mode, entries, idempotencyKey }),
      clock: browserClock,
      from: left?.place,
      onPlace: (place) =>
        keepImport({ ...place, ...importOf(file), storeName, mode, startedOn, total: check.entryCount }),
      onPart: made.add,
      onProgress: (progress) => setPhase({ kind: 'working', file, check, result: progress }),
    });
    note();
    if (!result.isStopped || isNothingSent(result)) forgetImport(storeName);
    setPhase({ kind: 'done', file, check, result });
    const told = made.end();
    if (told !== undefined) tell(told);
    else if (result.unknown !== undefined) void refresh();
  };

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
              <Button onClick={() => running.current?.abort()}>Stop</Button>
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

/** Whether it ended before a batch was taken. */
const isNothingSent = ({ doneCount, refused, unknown }: ImportResult) =>
  doneCount === 0 && refused.length === 0 && unknown === undefined;

const importOf = ({ name, size, lastModified }: File) => ({ fileName: name, contentLength: size, lastModified });
