'use client';
import { useQueryClient } from '@tanstack/react-query';
import { Lock as LockIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { lockColumns } from '@/components/lock/lock-columns.tsx';
import { lockFilters } from '@/components/lock/lock-filters.ts';
import { holderName, type LockRow } from '@/components/lock/lock-row.ts';
import { laterPart } from '@/components/shell/later-part.ts';
import { EmptyList } from '@/components/ui/empty-list.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';
import { FilteredList } from '@/lib/dashboard/list/parts/filtered-list.tsx';
import { releaseLock } from '@/lib/dashboard/lock/actions.ts';
import { readAgain } from '@/lib/dashboard/query/read-again.ts';

const ConfirmDialog = laterPart(() =>
  import('@/components/ui/confirm-dialog.tsx').then((loaded) => loaded.ConfirmDialog),
);

/** Every lock that is held: by whom, since and until when, who waits, and the way to release it. */
export function LocksPage() {
  const { reason } = useMay('locks/delete');
  const queries = useQueryClient();
  const [releasing, setReleasing] = useState<LockRow>();
  const columnsOf = useMemo(() => () => lockColumns({ onRelease: setReleasing, reason }), [reason]);

  const release = async (lock: LockRow) => {
    const isAwaited = lock.waiting.length > 0;
    const result = await releaseLock({ name: lock.name, fencingToken: lock.fencingToken, isAwaited });
    if (!result.ok) return result.problem.detail;
    toast.success('Released', { description: lock.name });
    await readAgain(queries, ['locks']);
    return undefined;
  };

  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader title="Locks" />
      <FilteredList<LockRow>
        subject="locks"
        path="/api/locks"
        filters={lockFilters}
        columnsOf={columnsOf}
        rowId={(lock) => `${lock.name} ${lock.fencingToken}`}
        rowLabel={(lock) => `${lock.name}, held by ${holderName(lock, lock.taskNames)}`}
        polled="all"
        {...(reason === undefined ? { actions: { d: setReleasing } } : {})}
        empty={
          <EmptyList icon={LockIcon} title="No lock is held">
            Runs take locks with <code>ctx.lock</code>; programs use the locks client. Held locks and their waiters
            appear here.
          </EmptyList>
        }
      />
      {releasing !== undefined && (
        <ConfirmDialog
          onClose={() => setReleasing(undefined)}
          title={`Release ${releasing.name}?`}
          description={<WhatHappens lock={releasing} />}
          confirmLabel="Release the lock"
          cancelLabel="Keep it held"
          isDangerous
          onConfirm={() => release(releasing)}
        />
      )}
    </div>
  );
}

function WhatHappens({ lock }: { lock: LockRow }) {
  const [next] = lock.waiting;
  return (
    <>
      <strong className="text-ink">{holderName(lock, lock.taskNames)}</strong> holds it and is not stopped: its work may
      continue.{' '}
      {next === undefined
        ? 'No run or program waits for it.'
        : `${holderName(next, lock.taskNames)} acquires it at once.`}
    </>
  );
}
