'use client';
import { GitCompareArrows, Trash2 } from 'lucide-react';
import type { StateWriter } from '#contract';
import { Button } from '@/components/ui/button.tsx';
import { Time } from '@/components/ui/time.tsx';

/** What became of an entry while it was edited. */
export type Moved =
  | { kind: 'changed'; etag: string; version: number; by: StateWriter; on: string }
  | { kind: 'deleted'; by?: StateWriter | undefined; on?: string | undefined };

/** Tells that the entry moved on while it was edited. What is being written is untouched. */
export function MovedNotice(props: {
  moved: Moved;
  /** The version that the edit began from. */
  version: number;
  isMerging: boolean;
  /** Why a merge cannot begin yet. */
  blockedBy: string | undefined;
  /** Why there is nothing of mine to save, or why it may not be. */
  nothingToSave: string | undefined;
  onMerge: () => void;
  /** Saves what is changed here onto the newest version. */
  onSaveMine: () => void;
}) {
  const { moved, version } = props;
  if (moved.kind === 'deleted') {
    return (
      <div role="alert" className="flex gap-2.5 rounded-md bg-danger-soft px-3 py-2 text-sm">
        <Trash2 aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
        <p>
          Deleted in the meantime
          {moved.by !== undefined && <> by {moved.by.name}</>}
          {moved.on !== undefined && (
            <>
              {' '}
              <Time value={moved.on} style="relative" />
            </>
          )}
          . Your edit is kept: save it to create the entry again. Its versions are kept too.
        </p>
      </div>
    );
  }
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2.5 rounded-md bg-caution-soft px-3 py-2 text-sm">
      <GitCompareArrows aria-hidden className="size-4 shrink-0 text-caution" />
      <p className="min-w-0 flex-1">
        Changed in the meantime by {moved.by.name}: version {version} → {moved.version},{' '}
        <Time value={moved.on} style="relative" />. Your edit is kept.
      </p>
      <Button
        size="sm"
        onClick={props.onMerge}
        disabled={props.isMerging}
        aria-busy={props.isMerging}
        disabledReason={props.blockedBy}
      >
        {props.isMerging ? 'Reading…' : 'Merge'}
      </Button>
      <Button
        size="sm"
        aria-keyshortcuts="Control+Shift+S Meta+Shift+S"
        onClick={props.onSaveMine}
        disabled={props.isMerging}
        disabledReason={props.blockedBy ?? props.nothingToSave}
      >
        Save only my changes
      </Button>
    </div>
  );
}
