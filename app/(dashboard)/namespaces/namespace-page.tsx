'use client';
import { useQueryClient } from '@tanstack/react-query';
import { Lock as LockIcon, UserRoundSearch } from 'lucide-react';
import { parseAsString, useQueryState, useQueryStates } from 'nuqs';
import { useMemo, useState } from 'react';
import type { Lock, Store } from '#contract';
import { SettingsTable } from '@/components/access/settings-table.tsx';
import { isolatedLockColumns, isolatedStoreColumns } from '@/components/owner/isolated-columns.tsx';
import { ownerWords } from '@/components/owner/owner-words.ts';
import { laterPart } from '@/components/shell/later-part.ts';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';
import { UnknownAddress } from '@/lib/dashboard/list/parts/unknown-address.tsx';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { releaseIsolatedLock } from '@/lib/dashboard/owner/actions.ts';
import { IsolatedStore } from '@/lib/dashboard/owner/parts/isolated-store.tsx';
import { StateOwner } from '@/lib/dashboard/owner/parts/state-owner.tsx';
import type { IsolatedNames } from '@/lib/dashboard/owner/read-namespaces.ts';
import { useIsolated } from '@/lib/dashboard/owner/use-isolated.ts';
import { useNamespaces } from '@/lib/dashboard/owner/use-namespaces.ts';
import { readAgain } from '@/lib/dashboard/query/read-again.ts';

const ConfirmDialog = laterPart(() =>
  import('@/components/ui/confirm-dialog.tsx').then((loaded) => loaded.ConfirmDialog),
);

const nameOf = ({ name }: Store | Lock) => name;

const params = { owner: parseAsString, store: parseAsString, entry: parseAsString, prefix: parseAsString };

/** The isolated stores and locks of one owner, whose they are on every part of it. */
export function NamespacePage() {
  const [owner] = useQueryState('owner', parseAsString.withDefault(''));
  const { namespaces } = useNamespaces();
  const known = namespaces.find((one) => one.owner === owner);
  const whose = known === undefined ? owner : ownerWords(known);
  return (
    <div className="space-y-4 p-4">
      <PageHeader
        title="Isolated stores"
        description="Stores and locks that belong to one owner. Nobody else reaches them, except people with namespaces/manage."
        actions={<StateOwner owner={owner} />}
      />
      <UnknownAddress params={params} />
      {owner === '' ? (
        <EmptyState
          icon={UserRoundSearch}
          title={namespaces.length === 0 ? 'No owner has isolated names' : 'Choose an owner'}
          className="py-16"
        >
          {namespaces.length === 0
            ? 'Programs that ask for isolation have stores and locks of their own. They appear here.'
            : 'The list above has the owners with isolated stores or locks.'}
        </EmptyState>
      ) : (
        <Names key={owner} owner={owner} whose={whose} />
      )}
    </div>
  );
}

function Names({ owner, whose }: { owner: string; whose: string }) {
  const queries = useQueryClient();
  const { reason } = useMay('locks/delete');
  const [{ store }, setShown] = useQueryStates({
    ...{ store: parseAsString.withDefault(''), entry: parseAsString, prefix: parseAsString },
  });
  const [releasing, setReleasing] = useState<Lock>();
  const { data, problem, retry } = useIsolated<IsolatedNames>('names', { owner });
  const storeColumns = useMemo(
    () => isolatedStoreColumns(store, (name) => void setShown({ store: name, entry: null, prefix: null })),
    [store, setShown],
  );
  const lockColumns = useMemo(() => isolatedLockColumns(setReleasing, reason), [reason]);
  const stores = useTableLayout('isolated-stores', storeColumns, 'store-columns');
  const locks = useTableLayout('isolated-locks', lockColumns, 'lock-columns');

  const release = async ({ name, fencingToken }: Lock) => {
    const result = await releaseIsolatedLock({ owner, name, fencingToken });
    if (!result.ok) return result.problem.detail;
    toast.success('Released', { description: `${name} of ${whose}` });
    await readAgain(queries, ['namespaces']);
    return undefined;
  };

  return (
    <>
      <p role="note" className="flex items-start gap-2 rounded-lg bg-caution-soft px-3 py-2 text-sm">
        <LockIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
        <span className="min-w-0 wrap-anywhere">
          You see what belongs to <strong>{whose}</strong>. What you change here is in the audit trail with this owner.
        </span>
      </p>
      <SettingsTable
        subject={`stores of ${whose}`}
        columns={storeColumns}
        rowId={nameOf}
        list={{ rows: data?.stores.value, hasMore: data?.stores.hasMore === true, problem, retry }}
        table={stores}
        empty="This owner has no isolated store."
      />
      {store !== '' && <IsolatedStore key={store} owner={owner} store={store} />}
      {problem === undefined && (
        <SettingsTable
          subject={`locks of ${whose}`}
          columns={lockColumns}
          rowId={nameOf}
          list={{ rows: data?.locks.value, hasMore: data?.locks.hasMore === true, problem, retry }}
          table={locks}
          empty="This owner holds no isolated lock."
        />
      )}
      {releasing !== undefined && (
        <ConfirmDialog
          onClose={() => setReleasing(undefined)}
          title={`Release ${releasing.name} of ${whose}?`}
          description={`${releasing.owner} holds it and is not stopped: its work may continue.`}
          confirmLabel="Release the lock"
          cancelLabel="Keep it held"
          isDangerous
          onConfirm={() => release(releasing)}
        />
      )}
    </>
  );
}
