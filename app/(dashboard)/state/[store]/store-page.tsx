'use client';
import { useQueryStates } from 'nuqs';
import { useCallback, useMemo, useState } from 'react';
import { applyFilter } from '@/components/filter/apply-filter.ts';
import { type Clause, fieldClause } from '@/components/filter/clause.ts';
import { addClauses } from '@/components/filter/edit-filter.ts';
import { laterDialog, laterPart } from '@/components/shell/later-part.ts';
import { aroundPane } from '@/components/state/edit/around-pane.ts';
import type { EntryRow } from '@/components/state/entry.ts';
import { stateFilters } from '@/components/state/state-filters.ts';
import { nothingSelected, refreshSelection } from '@/components/table/selection.ts';
import { cn } from '@/components/ui/class-names.ts';
import { presentTime } from '@/components/ui/present.ts';
import { aroundPanel, SidePanelPlace } from '@/components/ui/side-panel.tsx';
import { DropBlobs } from '@/lib/dashboard/blob/parts/drop-blobs.tsx';
import { UnfinishedNotice } from '@/lib/dashboard/blob/parts/unfinished-notice.tsx';
import { useKeptSelection } from '@/lib/dashboard/list/use-kept-selection.ts';
import { useSameClauses } from '@/lib/dashboard/list/use-same-clauses.ts';
import { atPrefix, prefixOf } from '@/lib/dashboard/state/entry-list-state.ts';
import { fetchRows } from '@/lib/dashboard/state/fetch-rows.ts';
import { EditLayer } from '@/lib/dashboard/state/parts/edit/edit-layer.tsx';
import { EntriesTable } from '@/lib/dashboard/state/parts/entries-table.tsx';
import { LeftImportNotice } from '@/lib/dashboard/state/parts/left-import-notice.tsx';
import { StoreHeader } from '@/lib/dashboard/state/parts/store-header.tsx';
import { TreePanel } from '@/lib/dashboard/state/parts/tree-panel.tsx';
import { storeParams } from '@/lib/dashboard/state/store-params.ts';
import { useEditBeside } from '@/lib/dashboard/state/use-edit-beside.ts';
import { useEntries } from '@/lib/dashboard/state/use-entries.ts';

const EditEntry = laterPart(() =>
  import('@/lib/dashboard/state/parts/edit/edit-entry.tsx').then((loaded) => loaded.EditEntry),
);
const EntryPanel = laterPart(
  () => import('@/lib/dashboard/state/parts/entry-panel.tsx').then((loaded) => loaded.EntryPanel),
  () => <SidePanelPlace size="wide" />,
);
const SelectedEntries = laterPart(() =>
  import('@/lib/dashboard/state/parts/selected-entries.tsx').then((loaded) => loaded.SelectedEntries),
);
const DeleteEntries = laterDialog(() =>
  import('@/lib/dashboard/state/parts/delete-entries.tsx').then((loaded) => loaded.DeleteEntries),
);

const rowId = (entry: EntryRow) => entry.id;

/** A store: the tree of its ids, its entries below a prefix, and the one that is open. Its address decides all of it. */
export function StorePage({ storeName }: { storeName: string }) {
  const [url, setUrl] = useQueryStates(storeParams, { history: 'push' });
  const filter = useSameClauses(url.filter);
  const list = useMemo(() => ({ storeName, filter, sort: url.sort }), [storeName, filter, url.sort]);
  const problems = useMemo(() => applyFilter(stateFilters, filter, new Date(presentTime())).problems, [filter]);
  const entries = useEntries(list);
  const { chosen, setChosen } = useKeptSelection<EntryRow>({
    name: `state.${storeName}`,
    words: ['entry', 'entries'],
    rowId,
    read: (ids) => fetchRows(storeName, ids),
  });
  const selection = useMemo(() => refreshSelection(chosen, { rows: entries.rows, rowId }), [chosen, entries.rows]);
  const [deleting, setDeleting] = useState<readonly EntryRow[]>();

  const setFilter = useCallback(
    (next: readonly Clause[]) => void setUrl({ filter: next.length === 0 ? null : [...next] }),
    [setUrl],
  );
  const addFilter = useCallback(
    (clause: Clause) => setFilter(addClauses(stateFilters, filter, [clause])),
    [setFilter, filter],
  );
  const prefix = prefixOf(filter) ?? '';
  const goTo = useCallback((place: string) => setFilter(atPrefix(filter, place)), [setFilter, filter]);
  const isOpen = url.entry !== null;
  const openEntry = useCallback(
    (id: string | null) =>
      void setUrl(
        { entry: id, compare: null, ...(id === null && { tab: null }) },
        // Back closes the entry; it does not go through all that were looked at on the way
        { history: isOpen && id !== null ? 'replace' : 'push' },
      ),
    [setUrl, isOpen],
  );
  const beside = useEditBeside({ shownId: url.entry, show: openEntry });
  const { editedId } = beside;
  const isShown = url.entry !== null && editedId === null;
  const tree = { storeName, delimiter: url.delimiter, prefix, entry: url.entry, onPrefix: goTo, onEntry: beside.open };

  return (
    <div className="flex h-full min-h-0 flex-col max-lg:has-[[data-entry-pane]]:[&>header]:hidden">
      <StoreHeader storeName={storeName} list={list} />
      <UnfinishedNotice storeName={storeName} />
      <LeftImportNotice storeName={storeName} />
      <DropBlobs
        {...{ storeName, prefix }}
        className={cn('flex min-h-0 flex-1 border-line border-t', aroundPane, isShown && aroundPanel.wide)}
      >
        <TreePanel {...tree} onDelimiter={(delimiter) => void setUrl({ delimiter }, { history: 'replace' })} />
        <EntriesTable
          {...{ storeName, list, entries, problems, prefix, selection }}
          delimiter={url.delimiter}
          openId={url.entry}
          onFilter={setFilter}
          onAddFilter={addFilter}
          onPrefix={goTo}
          onSelection={setChosen}
          onOpen={beside.open}
          onEdit={beside.edit}
          onMove={beside.move}
          onSort={(sort) => void setUrl({ sort })}
          onDelete={(entry) => setDeleting(selection.size > 0 ? [...selection.values()] : [entry])}
        />
        {editedId !== null && (
          <EditEntry
            key={editedId}
            storeName={storeName}
            id={editedId}
            isFollowing={beside.isFollowing}
            onClose={beside.close}
          />
        )}
        {isShown && url.entry !== null && (
          <EntryPanel
            key={url.entry}
            storeName={storeName}
            id={url.entry}
            onTag={(tag) => addFilter(fieldClause('tag', tag))}
            onEdit={() => url.entry !== null && beside.edit(url.entry)}
            isEditFocused={beside.isBack}
            onClose={() => beside.open(null)}
          />
        )}
      </DropBlobs>
      {selection.size > 0 && (
        <SelectedEntries
          storeName={storeName}
          entries={[...selection.values()]}
          onDelete={() => setDeleting([...selection.values()])}
          onClear={() => setChosen(nothingSelected)}
        />
      )}
      <EditLayer storeName={storeName} delimiter={url.delimiter} onOpen={openEntry} />
      {deleting !== undefined && (
        <DeleteEntries
          storeName={storeName}
          entries={deleting}
          onDeleted={(ids) => setChosen((now) => new Map([...now].filter(([id]) => !ids.has(id))))}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </div>
  );
}
