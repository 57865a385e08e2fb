'use client';
import { Check, CircleHelp, CircleX, Download, Loader } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#contract';
import { sizeText } from '@/components/state/size-text.ts';
import { Button } from '@/components/ui/button.tsx';
import { Dialog, DialogContent } from '@/components/ui/dialog.tsx';
import { PathText } from '@/components/ui/path-text.tsx';
import { ScrollList } from '@/components/ui/scroll-region.tsx';
import { Time } from '@/components/ui/time.tsx';
import { type BulkProgress, type Performed, useBulkRun, type WhilePerforming } from '@/components/ui/use-bulk-run.ts';
import type { EntryRow } from './entry.ts';
import { countOutcomes, type EntryOutcome } from './write-outcome.ts';

type DeleteEntriesDialogProps = {
  entries: readonly EntryRow[];
  /** Deletes some of them; answers every one's outcome, or throws where nothing is known of any. */
  perform: (entries: readonly EntryRow[], during: WhilePerforming) => Promise<Performed<EntryOutcome>>;
  /** Makes the restore file and gives it to the browser to keep. Resolves with how many of them it holds. */
  saveRestoreFile: (entries: readonly EntryRow[]) => Promise<number>;
  onDone: (outcomes: readonly EntryOutcome[]) => void;
  onClose: () => void;
};

const entriesPerCall = 100;

/** Lists exactly the entries that will be deleted, each only if it still is the one listed; then what became of each. */
export function DeleteEntriesDialog({
  entries: given,
  perform,
  saveRestoreFile,
  onDone,
  onClose,
}: DeleteEntriesDialogProps) {
  // what was agreed to is what was listed when it was asked, whatever the list behind it shows meanwhile
  const [entries] = useState(() => given.filter(({ isDeleted }) => isDeleted !== true));
  const [file, setFile] = useState<'none' | 'working' | 'failed' | { held: number; asked: number }>('none');
  const count = counted(entries.length, 'entry', 'entries');

  const { progress, run, stop } = useBulkRun({
    items: entries,
    itemsPerCall: entriesPerCall,
    perform,
    isDone: ({ kind }) => kind === 'done',
    onEnd: onDone,
    onAllDone: onClose,
  });
  const deleted = new Set(progress.outcomes.filter(({ kind }) => kind === 'done').map(({ id }) => id));
  const kept = progress.state === 'asking' ? entries : entries.filter(({ id }) => deleted.has(id));
  const keep = async () => {
    setFile('working');
    await saveRestoreFile(kept).then(
      (held) => setFile({ held, asked: kept.length }),
      () => setFile('failed'),
    );
  };

  const isAsking = progress.state === 'asking';
  const isWorking = progress.state === 'working';
  const outcomeById = new Map(progress.outcomes.map((outcome) => [outcome.id, outcome]));
  return (
    <Dialog isBusy={isWorking} onClose={onClose}>
      <DialogContent
        size="md"
        title={isAsking ? `Delete ${count}?` : 'Deleting'}
        description="Each entry is deleted with its blob if its version is still the one listed here. Deleted entries can be restored while their versions are kept."
        footer={
          <>
            <Report progress={progress} total={entries.length} />
            <Button actionKey={isAsking || isWorking ? 'stop' : 'close'} onClick={isWorking ? stop : onClose}>
              {isWorking ? 'Stop' : isAsking ? 'Keep entries' : 'Close'}
            </Button>
            {isAsking && (
              <Button
                variant="danger"
                onClick={() => void run()}
                disabledReason={entries.length === 0 ? 'They have already been deleted' : undefined}
              >
                Delete {count}
              </Button>
            )}
          </>
        }
      >
        <ScrollList aria-label="Entries" className="max-h-72 rounded-md border border-line">
          {entries.map((entry) => (
            <Line key={entry.id} entry={entry} outcome={outcomeById.get(entry.id)} isWorking={isWorking} />
          ))}
        </ScrollList>
        {!isWorking && kept.length > 0 && (
          <div className="mt-3 flex flex-wrap items-center gap-2 text-muted text-sm">
            <Button size="sm" disabled={file === 'working'} onClick={() => void keep()}>
              <Download aria-hidden />
              {file === 'working' ? 'Reading…' : isAsking ? 'Save a restore file first' : 'Save a restore file'}
            </Button>
            <span role="status">
              {typeof file === 'object'
                ? savedText(file)
                : file === 'failed'
                  ? 'The entries could not be read. Try again.'
                  : 'Values as JSON lines, without blobs.'}
            </span>
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

/** What became of a restore file: it lacks what is no longer kept. */
export function savedText({ held, asked }: { held: number; asked: number }): string {
  if (held === 0) return 'Not saved: none of their versions is kept.';
  if (held === asked) return 'Saved. Import this file to restore them.';
  return `Saved ${held} of ${asked}: the versions of the others are not kept. Import this file to restore those ${held}.`;
}

function Line({
  entry,
  outcome,
  isWorking,
}: {
  entry: EntryRow;
  outcome: EntryOutcome | undefined;
  isWorking: boolean;
}) {
  return (
    <li className="flex min-h-8 items-center gap-2 border-line border-b px-2 py-1 text-sm last:border-b-0">
      <span className="min-w-0 flex-1 truncate whitespace-pre font-mono text-xs" title={entry.id}>
        <PathText text={entry.id} />
      </span>
      {outcome === undefined && (
        <span className="tabular shrink-0 text-muted text-xs">
          version {entry.version}, {sizeText(entry.valueBytes)}
          {entry.blob !== undefined && ' and a blob'}, <Time value={entry.lastModifiedOn} />
        </span>
      )}
      {outcome?.kind === 'done' && <Word icon={<Check aria-hidden />} tone="text-positive" text="deleted" />}
      {outcome?.kind === 'gone' && <Word icon={<Check aria-hidden />} tone="text-muted" text="already deleted" />}
      {outcome?.kind === 'changed' && (
        <Word icon={<CircleX aria-hidden />} tone="text-caution" text="kept: changed in the meantime" />
      )}
      {outcome?.kind === 'failed' && <Word icon={<CircleX aria-hidden />} tone="text-danger" text={outcome.detail} />}
      {outcome?.kind === 'unknown' && (
        <Word icon={<CircleHelp aria-hidden />} tone="text-caution" text="unknown: it may have been deleted" />
      )}
      {outcome === undefined && isWorking && (
        <Loader aria-label="in progress" className="size-3.5 animate-spin text-muted" />
      )}
    </li>
  );
}

function Word({ icon, tone, text }: { icon: React.ReactNode; tone: string; text: string }) {
  return (
    <span className={`flex shrink-0 items-center gap-1 text-xs ${tone} [&_svg]:size-3.5`}>
      {icon}
      {text}
    </span>
  );
}

function Report({ progress, total }: { progress: BulkProgress<EntryOutcome>; total: number }) {
  if (progress.state === 'asking') return null;
  const { done, changed, gone, failed, unknown } = countOutcomes(progress.outcomes);
  const parts = [`${done} of ${total} deleted`];
  if (changed > 0) parts.push(`${changed} changed in the meantime and kept`);
  if (gone > 0) parts.push(`${gone} already deleted`);
  if (failed > 0) parts.push(`${failed} failed`);
  if (unknown > 0) parts.push(`${unknown} unknown`);
  if (progress.state === 'stopped') parts.push(progress.failure ?? 'stopped');
  else if (progress.failure !== undefined)
    parts.push(`${progress.failure} What was not answered is sent again by itself.`);
  return (
    <p role="status" className="mr-auto text-muted text-xs">
      {parts.join(', ')}
    </p>
  );
}
