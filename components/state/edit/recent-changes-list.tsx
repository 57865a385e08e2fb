'use client';
import { Undo2 } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { Time } from '@/components/ui/time.tsx';
import { type RecentChange, undoneShare } from './recent-changes.ts';

type RecentChangesListProps = {
  changes: readonly RecentChange[];
  /** The store whose page this is; those of others are named. */
  storeName: string;
  onUndo: (key: string) => void;
  /** Ends an undo that goes on, after its present part. */
  onStop: (key: string) => void;
};

/** The changes that were made in this tab, newest first, each with its way back or why there is none. */
export function RecentChangesList({ changes, storeName, onUndo, onStop }: RecentChangesListProps) {
  if (changes.length === 0) {
    return (
      <p className="text-muted text-sm">
        No changes in this tab yet. Your changes appear here and can be undone while nothing that they touched has
        changed.
      </p>
    );
  }
  return (
    <ol className="grid gap-1">
      {changes.map((change) => (
        <li key={change.key} className="flex items-start gap-2 border-line border-b py-1.5 last:border-b-0">
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere text-sm">{change.title}</p>
            <p className="break-all text-muted text-xs">
              <Time value={change.on} style="relative" /> ·{' '}
              {change.storeName === storeName ? '' : `${change.storeName}: `}
              <span className="font-mono">{change.ids.join(', ')}</span>
              {change.entryCount > change.ids.length && ` and ${change.entryCount - change.ids.length} more`}
            </p>
            {change.state === 'impossible' && (
              <p className="wrap-anywhere text-caution text-xs">Cannot be undone: {change.reason}</p>
            )}
            {change.state === 'done' && change.reason !== undefined && (
              <p className="wrap-anywhere text-danger text-xs">Not undone: {change.reason}</p>
            )}
          </div>
          {change.state === 'done' && (
            <Button size="sm" onClick={() => onUndo(change.key)} aria-label={`Undo: ${change.title}`}>
              <Undo2 aria-hidden /> Undo
            </Button>
          )}
          {change.state === 'undoing' && (
            <>
              <span className="py-1 text-muted text-xs tabular-nums">Undoing… {undoneShare(change)} %</span>
              <Button size="sm" onClick={() => onStop(change.key)} aria-label={`Stop undoing: ${change.title}`}>
                Stop
              </Button>
            </>
          )}
          {change.state === 'undone' && <span className="py-1 text-muted text-xs">undone</span>}
        </li>
      ))}
    </ol>
  );
}
