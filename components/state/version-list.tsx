'use client';
import { ArchiveRestore, GitCompareArrows } from 'lucide-react';
import type { StateChange, StateVersion } from '#contract';
import { sizeText } from '@/components/state/size-text.ts';
import { Badge } from '@/components/ui/badge.tsx';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { formatBytes } from '@/components/ui/format-bytes.ts';
import { Time } from '@/components/ui/time.tsx';
import { type ComparedVersions, changeOf, writeCompared } from './compared-versions.ts';
import { WriterName } from './writer-name.tsx';

type VersionListProps = {
  versions: readonly StateVersion[];
  compared: ComparedVersions | undefined;
  onCompare: (compared: string | null) => void;
  onRestore: (version: StateVersion) => void;
  restoreReason: string | undefined;
};

/** What a version was written by, as the first word of a sentence. */
export const changeWords: Readonly<Record<StateChange, string>> = {
  save: 'Saved',
  upload: 'Blob uploaded',
  delete: 'Deleted',
  restore: 'Restored',
  undo: 'Undone',
  expire: 'Expired',
};

/** Whether a version is the end of an entry rather than a state of it. */
export function isEnd({ change, value, valueBytes }: StateVersion): boolean {
  return change === 'delete' || change === 'expire' || (change === 'undo' && value === undefined && valueBytes === 0);
}

/** Versions, newest first: who, when, what, how large. */
export function VersionList({ versions, compared, onCompare, onRestore, restoreReason }: VersionListProps) {
  return (
    <ol aria-label="Versions" className="divide-y divide-line rounded-md border border-line">
      {versions.map((version) => {
        const change = writeCompared(changeOf(version.version, versions));
        const isShown = compared !== undefined && writeCompared(compared) === change;
        const isIn = compared?.from === version.version || compared?.to === version.version;
        return (
          <li
            key={version.version}
            className={cn('flex flex-wrap items-center gap-x-2 px-2 py-1', isIn && 'bg-selected')}
          >
            <span className="tabular w-8 shrink-0 font-medium text-sm">{version.version}</span>
            <div className="min-w-0 flex-1 basis-40 text-sm">
              <p className="flex flex-wrap items-center gap-x-1.5">
                {changeWords[version.change]} <Time value={version.lastModifiedOn} />
                {version.isCurrent && <Badge tone="accent">current</Badge>}
              </p>
              <p className="flex min-w-0 items-center gap-1 text-muted text-xs">
                <WriterName writer={version.lastModifiedBy} />
                <span className="tabular shrink-0">
                  {isEnd(version) ? '' : `· ${sizeText(version.valueBytes)}`}
                  {version.blob === undefined ? '' : ` · blob ${formatBytes(version.blob.contentLength)}`}
                </span>
              </p>
            </div>
            <Button
              variant="ghost"
              size="sm"
              aria-pressed={isShown}
              aria-label={`Changes in version ${version.version}`}
              className="aria-pressed:bg-selected aria-pressed:text-ink"
              onClick={() => onCompare(isShown ? null : change)}
            >
              <GitCompareArrows aria-hidden /> Changes
            </Button>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Restore version ${version.version}`}
              disabledReason={
                restoreReason ??
                (version.isCurrent
                  ? 'This is the current version'
                  : isEnd(version)
                    ? 'This version is empty'
                    : undefined)
              }
              onClick={() => onRestore(version)}
            >
              <ArchiveRestore aria-hidden /> Restore
            </Button>
          </li>
        );
      })}
    </ol>
  );
}
