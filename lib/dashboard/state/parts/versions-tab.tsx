'use client';
import { useQueryState } from 'nuqs';
import { useState } from 'react';
import type { StateVersion } from '#contract';
import { readCompared } from '@/components/state/compared-versions.ts';
import type { EntryView } from '@/components/state/entry.ts';
import { VersionList } from '@/components/state/version-list.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import { problemOf } from '../../problem/problem.ts';
import { storeParams } from '../store-params.ts';
import { useVersions } from '../use-versions.ts';
import { CompareVersions } from './compare-versions.tsx';
import { RestoreVersion } from './restore-version.tsx';

type VersionsTabProps = { storeName: string; id: string; current: EntryView | undefined };

/** The versions of an entry that are kept: what each changed, any two compared, and the way back to one. */
export function VersionsTab(props: VersionsTabProps) {
  /** Both as they were when the question was asked: the list is read anew when the entry changes, the question stays. */
  const [restoring, setRestoring] = useState<{ version: StateVersion; current: EntryView | undefined }>();
  return (
    <>
      <Versions {...props} onRestore={(version) => setRestoring({ version, current: props.current })} />
      {restoring !== undefined && <RestoreVersion {...restoring} onClose={() => setRestoring(undefined)} />}
    </>
  );
}

function Versions({
  storeName,
  id,
  current,
  onRestore,
}: VersionsTabProps & { onRestore: (version: StateVersion) => void }) {
  const [compare, setCompare] = useQueryState('compare', storeParams.compare.withOptions({ history: 'replace' }));
  const { reason } = useMay('state/create');
  const list = useVersions({ storeName, id, current });
  if (list.error !== null) {
    return <ErrorState title="The versions could not be read" problem={problemOf(list.error)} onRetry={list.retry} />;
  }
  if (list.isLoading) return <Skeleton className="h-32" />;
  if (list.rows.length === 0) return <p className="text-muted text-sm">No versions are kept.</p>;
  const compared = readCompared(compare, list.rows);
  return (
    <div className="space-y-3">
      {compared !== undefined && (
        <CompareVersions
          storeName={storeName}
          id={id}
          versions={list.rows}
          compared={compared}
          onCompare={(next) => void setCompare(next)}
        />
      )}
      <VersionList
        versions={list.rows}
        compared={compared}
        onCompare={(next) => void setCompare(next)}
        onRestore={onRestore}
        restoreReason={reason}
      />
      {list.totalCount < 0 && (
        <Button variant="ghost" size="sm" onClick={() => list.onVisible(0, list.rows.length)}>
          Show older versions
        </Button>
      )}
    </div>
  );
}
