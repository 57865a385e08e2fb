'use client';
import { Database, Plus, Search, SearchX } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Store } from '#contract';
import { laterDialog } from '@/components/shell/later-part.ts';
import { useOpen } from '@/components/shell/use-go.ts';
import { stateApi, storePath } from '@/components/state/state-path.ts';
import { storeColumns } from '@/components/state/store-columns.tsx';
import { ColumnsMenu } from '@/components/table/columns-menu.tsx';
import { DataTable } from '@/components/table/data-table.tsx';
import { BoundsNote } from '@/components/ui/bounds.tsx';
import { Button } from '@/components/ui/button.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { EmptyList } from '@/components/ui/empty-list.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Input } from '@/components/ui/input.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';
import { UnknownAddress } from '@/lib/dashboard/list/parts/unknown-address.tsx';
import { usePagedList } from '@/lib/dashboard/list/use-paged-list.ts';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { LiveNotice } from '@/lib/dashboard/live/parts/live-notice.tsx';
import { StateOwner } from '@/lib/dashboard/owner/parts/state-owner.tsx';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { LoadSampleState } from '@/lib/dashboard/samples/parts/load-sample-state.tsx';

const OpenStore = laterDialog(() => import('@/components/state/open-store.tsx').then((loaded) => loaded.OpenStore));

const lookEveryMs = 5_000;
const nameOf = ({ name }: Store) => name;
const params = { search: parseAsString };

/** All state stores with about how much they hold. */
export function StoresPage() {
  const open = useOpen();
  const [search, setSearch] = useQueryState('search', parseAsString.withDefault(''));
  const [isOpening, setOpening] = useState(false);
  const { reason } = useMay('state/create');
  const list = usePagedList<Store>({
    key: ['state', 'stores', search],
    url: stateApi('stores', search === '' ? {} : { search }),
    idOf: nameOf,
  });
  const arranged = useTableLayout('stores', storeColumns);
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void list.check();
  });
  useEffect(() => {
    const timer = setInterval(() => look(), lookEveryMs);
    return () => clearInterval(timer);
  }, []);

  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader title="State" />
      <div className="relative flex flex-wrap items-center gap-2 px-3 py-2">
        <search aria-label="Stores" className="relative flex-1 max-sm:basis-full sm:min-w-40 sm:max-w-sm">
          <Search aria-hidden className="absolute top-2.5 left-2.5 size-3.5 text-muted" />
          <Input
            type="search"
            aria-label="Part of a store's name"
            placeholder="Part of a store's name"
            className="pl-8"
            maxLength={63}
            value={search}
            onChange={(event) => void setSearch(event.target.value.toLowerCase() || null, { throttleMs: 200 })}
          />
        </search>
        <span className="ml-auto" />
        <StateOwner />
        <ColumnsMenu columns={storeColumns} {...arranged} />
        <Button variant="primary" onClick={() => setOpening(true)} disabledReason={reason}>
          <Plus aria-hidden /> New store
        </Button>
        <LiveNotice newCount={list.newCount} onShowNew={list.showNew} onReload={list.reload} />
        <UnknownAddress params={params} className="order-last basis-full" />
      </div>
      <BoundsNote className="px-3 pb-2" />
      {list.error !== null && (
        <ErrorState
          className={cn('mx-3 my-2', list.rows.length > 0 && 'order-last')}
          title="The stores could not be read"
          problem={problemOf(list.error)}
          onRetry={list.retry}
        />
      )}
      <div className="min-h-0 flex-1 border-line border-t">
        <DataTable
          label="Stores"
          columns={storeColumns}
          rows={list.rows}
          rowId={nameOf}
          rowLabel={nameOf}
          totalCount={list.totalCount}
          isLoading={list.isLoading}
          onVisible={list.onVisible}
          {...arranged}
          onOpen={({ name }, how) => open(storePath(name), how)}
          empty={list.error !== null ? null : <NoStores search={search} onClear={() => void setSearch(null)} />}
        />
      </div>
      {isOpening && <OpenStore onClose={() => setOpening(false)} />}
    </div>
  );
}

function NoStores({ search, onClear }: { search: string; onClear: () => void }) {
  if (search !== '') {
    return (
      <EmptyList
        icon={SearchX}
        title={`No store name contains “${search}”`}
        action={<Button onClick={onClear}>Show all stores</Button>}
      />
    );
  }
  return (
    <EmptyList icon={Database} title="No stores yet" action={<LoadSampleState />}>
      The first save creates a store: by a task with <code className="font-mono text-xs">ctx.state.save</code>, by a
      program with <code className="font-mono text-xs">getStateClient().saveStateAsync</code>, or here.
    </EmptyList>
  );
}
