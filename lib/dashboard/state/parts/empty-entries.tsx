'use client';
import { Database, SearchX } from 'lucide-react';
import type { Clause } from '@/components/filter/clause.ts';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import type { EntryListState } from '../entry-list-state.ts';

type EmptyEntriesProps = {
  storeName: string;
  list: EntryListState;
  onFilter: (filter: readonly Clause[]) => void;
  onOpen: (id: string) => void;
};

/** In place of rows: what belongs here, or that the filter matches nothing, with the way to what was deleted. */
export function EmptyEntries({ storeName, list, onFilter, onOpen }: EmptyEntriesProps) {
  if (list.filter.length === 0) {
    return (
      <EmptyState icon={Database} title="This store is empty">
        Entries appear here when a task, a program or an operator saves one to “{storeName}”.
      </EmptyState>
    );
  }
  const asId = idOf(list.filter);
  return (
    <EmptyState
      icon={SearchX}
      title="No entry matches this filter"
      action={
        <>
          <Button onClick={() => onFilter([])}>Clear the filter</Button>
          {asId !== undefined && <Button onClick={() => onOpen(asId)}>Find a deleted entry with this id</Button>}
        </>
      }
    >
      {asId === undefined
        ? 'New matching entries appear here.'
        : 'The versions of a deleted entry can be read and restored while they are kept.'}
    </EmptyState>
  );
}

/** The one text or prefix of a filter, which may be the id of an entry that is gone. */
function idOf(filter: readonly Clause[]): string | undefined {
  const [clause, ...others] = filter;
  if (clause === undefined || others.length > 0) return undefined;
  if (clause.kind === 'text') return clause.text;
  return clause.key === 'prefix' ? clause.values[0] : undefined;
}
