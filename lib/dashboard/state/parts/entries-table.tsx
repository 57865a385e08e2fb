'use client';
import { useMemo } from 'react';
import type { StateOrder } from '#contract';
import { downloadBlob } from '@/components/blob/download-blob.ts';
import type { FilterProblem } from '@/components/filter/apply-filter.ts';
import type { Clause } from '@/components/filter/clause.ts';
import { ListTools } from '@/components/filter/list-tools.tsx';
import { openTab } from '@/components/shell/use-go.ts';
import type { EntryRow } from '@/components/state/entry.ts';
import { entryColumns } from '@/components/state/entry-columns.tsx';
import { PrefixCrumbs } from '@/components/state/prefix-crumbs.tsx';
import { stateFilters } from '@/components/state/state-filters.ts';
import { valuePaths } from '@/components/state/value-paths.ts';
import { ColumnsMenu } from '@/components/table/columns-menu.tsx';
import { DataTable } from '@/components/table/data-table.tsx';
import type { Selection } from '@/components/table/selection.ts';
import { cn } from '@/components/ui/class-names.ts';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useMay } from '../../access/scopes-context.tsx';
import { ListFilterBar } from '../../list/parts/list-filter-bar.tsx';
import { useTableLayout } from '../../list/use-table-layout.ts';
import { LiveNotice } from '../../live/parts/live-notice.tsx';
import { problemOf } from '../../problem/problem.ts';
import { ViewControls } from '../../view/parts/view-controls.tsx';
import { editParams } from '../edit-params.ts';
import { type EntryListState, entryListKey } from '../entry-list-state.ts';
import { storeParams } from '../store-params.ts';
import type { useEntries } from '../use-entries.ts';
import { useStore } from '../use-store.ts';
import { EmptyEntries } from './empty-entries.tsx';
import { StoreSearch } from './store-search.tsx';

type EntriesTableProps = {
  storeName: string;
  list: EntryListState;
  entries: ReturnType<typeof useEntries>;
  problems: readonly FilterProblem[];
  prefix: string;
  delimiter: string;
  selection: Selection<EntryRow>;
  openId: string | null;
  onFilter: (filter: readonly Clause[]) => void;
  onAddFilter: (clause: Clause) => void;
  onPrefix: (prefix: string) => void;
  onSelection: (selection: Selection<EntryRow>) => void;
  onOpen: (id: string | null) => void;
  onEdit: (id: string) => void;
  /** Told when another row becomes the current one. */
  onMove: (id: string) => void;
  onSort: (sort: StateOrder) => void;
  onDelete: (entry: EntryRow) => void;
};

const pageParams = { ...storeParams, ...editParams };
const rowId = (entry: EntryRow) => entry.id;

/** What a key does, or says why it does nothing: a button says it beforehand. */
function allowedKey(reason: string | undefined, act: (entry: EntryRow) => void): (entry: EntryRow) => void {
  return reason === undefined ? act : () => void toast.error(reason);
}

/** Of so many rows the values are read for the completion of paths. */
const mostRead = 100;

/** The entries below a prefix with their filter, patched in place as they change. */
export function EntriesTable(props: EntriesTableProps) {
  const { list, entries, prefix, openId, onAddFilter } = props;
  const { reason } = useMay('state/delete');
  const create = useMay('state/create');
  const columns = useMemo(() => entryColumns(prefix, onAddFilter), [prefix, onAddFilter]);
  const arranged = useTableLayout('entries', columns);
  const policy = useStore(props.storeName).data?.policy;
  const schema = policy?.schema;
  const indexedPaths = policy?.indexedPaths;
  const sources = useMemo(
    () => ({
      indexedPaths: indexedPaths ?? [],
      paths: valuePaths(
        schema,
        entries.rows.slice(0, mostRead).map((row) => row?.preview),
      ),
    }),
    [schema, indexedPaths, entries.rows],
  );
  return (
    <section aria-label="Entries" className="flex min-w-0 flex-1 flex-col">
      <div className="relative flex flex-wrap items-start gap-2 px-3 py-2">
        <ListFilterBar
          params={pageParams}
          className="flex-1 basis-full sm:basis-56"
          subject="entries"
          table={stateFilters}
          clauses={list.filter}
          problems={props.problems}
          onChange={props.onFilter}
          sources={sources}
        />
        <ListTools>
          <ViewControls list="state" storeName={props.storeName} />
          <ColumnsMenu columns={columns} {...arranged} />
          <LiveNotice
            newCount={entries.newCount}
            hasMoreNew={false}
            updatedOn={entries.updatedOn}
            onShowNew={entries.restart}
            onReload={entries.restart}
          />
        </ListTools>
      </div>
      {prefix !== '' && (
        <div className="px-2 pb-1">
          <PrefixCrumbs prefix={prefix} delimiter={props.delimiter} onPrefix={props.onPrefix} />
        </div>
      )}
      <StoreSearch storeName={props.storeName} list={list} entries={entries} />
      {entries.error !== null && (
        <ErrorState
          className={cn('mx-3 my-2', entries.rows.length > 0 && 'order-last')}
          title="The entries could not be read"
          problem={problemOf(entries.error)}
          onRetry={entries.retry}
        />
      )}
      <DataTable
        key={entryListKey(list).join(' ')} // another list begins at its top
        className="min-w-0 flex-1 border-line border-t"
        label="Entries"
        columns={columns}
        rows={entries.rows}
        rowId={rowId}
        rowLabel={rowId}
        totalCount={entries.totalCount}
        isLoading={entries.isLoading}
        onVisible={entries.onVisible}
        onOpen={(entry, { isNewTab }) => {
          if (isNewTab) openTab(addressWith(entry.id));
          else props.onOpen(entry.id);
        }}
        openId={openId ?? undefined}
        selection={props.selection}
        onSelection={props.onSelection}
        order={list.sort}
        onOrder={(order) => {
          const sort = storeParams.sort.parse(order);
          if (sort !== null) props.onSort(sort);
        }}
        actions={{
          d: allowedKey(reason, props.onDelete),
          b: downloadBlob,
          e: allowedKey(create.reason, ({ id }) => props.onEdit(id)),
          ' ': (entry) => props.onOpen(openId === entry.id ? null : entry.id),
        }}
        selectionKeys={['d']}
        onCurrent={(entry) => props.onMove(entry.id)}
        {...arranged}
        isDimmed={(entry) => entry.isDeleted === true}
        empty={
          entries.error !== null || (entries.searchedCount !== undefined && entries.totalCount === -1) ? null : (
            <EmptyEntries {...props} />
          )
        }
      />
    </section>
  );
}

/** This page's address with another entry open. */
function addressWith(id: string): string {
  const address = new URL(window.location.href);
  address.searchParams.set('entry', id);
  return address.href;
}
