import { Download } from 'lucide-react';
import { numberText } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { ScrollList } from '@/components/ui/scroll-region.tsx';
import type { EntryOutcome } from './write-outcome.ts';

/** A line that was not saved, and why. */
type RefusedLine = { line: number; id: string; text: string; outcome: EntryOutcome };
export type ImportResult = {
  doneCount: number;
  refused: readonly RefusedLine[];
  /** The entries of which nobody knows whether they were saved, as no answer came: how many, and on which lines. */
  unknown: { count: number; first: number; last: number } | undefined;
  isStopped: boolean;
  /** Why it ended before its end, or why it has to wait. */
  failure: string | undefined;
};

type ImportReportProps = { result: ImportResult; total: number; isWorking: boolean; onSaveRefused: () => void };

const mostListed = 200;

/** How far an import is, or what became of it. */
export function ImportReport({ result, total, isWorking, onSaveRefused }: ImportReportProps) {
  const { doneCount, refused, unknown, isStopped, failure } = result;
  const sentCount = doneCount + refused.length;
  return (
    <div className="grid gap-3 text-sm">
      <div
        role="progressbar"
        aria-label="Entries sent"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={sentCount}
        className="h-1.5 forced-color-adjust-none overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full bg-accent-solid" style={{ width: `${(100 * sentCount) / Math.max(1, total)}%` }} />
      </div>
      <p role="status" className="tabular">
        {numberText(doneCount)} of {numberText(total)} saved
        {refused.length > 0 && `, ${numberText(refused.length)} not`}
        {isWorking && failure !== undefined && `. ${failure} What was not answered is sent again by itself.`}
        {isStopped && !isWorking && `; ended before its end${failure === undefined ? '' : `: ${failure}`}`}
      </p>
      {unknown !== undefined && (
        <p role="alert" className="text-caution">
          It is not known whether {numberText(unknown.count)} more {unknown.count === 1 ? 'entry was' : 'entries were'}{' '}
          saved (
          {unknown.first === unknown.last
            ? `line ${unknown.first}`
            : `lines ${numberText(unknown.first)} to ${numberText(unknown.last)}`}
          ). Undo does not take them back.
        </p>
      )}
      {refused.length > 0 && (
        <>
          <ScrollList aria-label="Not saved" className="max-h-56 rounded-md border border-line">
            {refused.slice(0, mostListed).map(({ line, id, outcome }) => (
              <li
                key={line}
                className="flex min-h-7 items-center gap-2 border-line border-b px-2 text-xs last:border-b-0"
              >
                <span className="tabular shrink-0 text-muted">line {line}</span>
                <span className="max-w-48 shrink-0 truncate whitespace-pre font-mono">{id}</span>
                <span className="min-w-0">{'detail' in outcome ? outcome.detail : 'The entry no longer exists'}</span>
              </li>
            ))}
          </ScrollList>
          {!isWorking && (
            <Button size="sm" className="justify-self-start" onClick={onSaveRefused}>
              <Download aria-hidden /> Download unsaved entries
            </Button>
          )}
        </>
      )}
    </div>
  );
}
