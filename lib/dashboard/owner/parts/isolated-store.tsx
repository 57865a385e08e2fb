'use client';
import { parseAsString, useQueryState } from 'nuqs';
import { useMemo } from 'react';
import { SettingsTable } from '@/components/access/settings-table.tsx';
import { JsonView } from '@/components/json/json-view.tsx';
import { isolatedEntryColumns } from '@/components/owner/isolated-columns.tsx';
import type { EntryRow, EntryView, SearchedPage } from '@/components/state/entry.ts';
import { Card } from '@/components/ui/card.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { Input } from '@/components/ui/input.tsx';
import { useTableLayout } from '../../list/use-table-layout.ts';
import { useIsolated } from '../use-isolated.ts';

const mostShown = 500;
const idOf = ({ id }: EntryRow) => id;

/** The entries of an isolated store, to be read, and the one that is open. */
export function IsolatedStore({ owner, store }: { owner: string; store: string }) {
  const [prefix, setPrefix] = useQueryState('prefix', parseAsString.withDefault(''));
  const [entry, setEntry] = useQueryState('entry', parseAsString.withDefault(''));
  const { data, problem, retry } = useIsolated<SearchedPage>('entries', {
    ...{ owner, store, maxPageSize: String(mostShown) },
    ...(prefix !== '' && { prefix }),
  });
  const columns = useMemo(() => isolatedEntryColumns(entry, (id) => void setEntry(id)), [entry, setEntry]);
  const table = useTableLayout('isolated-entries', columns, 'entry-columns');
  return (
    <>
      <Input
        type="search"
        aria-label={`Beginning of an id in ${store}`}
        placeholder="Beginning of an id"
        className="max-w-sm"
        value={prefix}
        onChange={(event) => void setPrefix(event.target.value || null, { throttleMs: 200 })}
      />
      <SettingsTable
        subject={`entries of ${store}`}
        columns={columns}
        rowId={idOf}
        list={{ rows: data?.value, hasMore: data?.continuationToken !== undefined, problem, retry }}
        table={table}
        empty={prefix === '' ? 'This store is empty.' : `No id begins with “${prefix}”.`}
      />
      {entry !== '' && <IsolatedEntry key={entry} {...{ owner, store, entry }} />}
    </>
  );
}

function IsolatedEntry({ owner, store, entry }: { owner: string; store: string; entry: string }) {
  const { data, problem, retry } = useIsolated<EntryView>('entry', { owner, store, id: entry });
  if (problem !== undefined)
    return <ErrorState title={`The entry ${entry} could not be read`} problem={problem} onRetry={retry} />;
  return (
    <Card title={`Entry ${entry}`}>
      <div className="border-line border-t p-3">
        <JsonView key={data?.etag} label={`Value of ${entry}`} shown={data?.shown} maxHeight="24rem" />
      </div>
    </Card>
  );
}
