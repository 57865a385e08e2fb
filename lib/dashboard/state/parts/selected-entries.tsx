'use client';
import { GitCompareArrows, Trash2, X } from 'lucide-react';
import { useGo } from '@/components/shell/use-go.ts';
import type { EntryRow } from '@/components/state/entry.ts';
import { Button } from '@/components/ui/button.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import { compareEntriesPath } from '../compare-entries-params.ts';
import { DeletesToBasket } from './edit/deletes-to-basket.tsx';

type SelectedEntriesProps = {
  storeName: string;
  entries: readonly EntryRow[];
  onDelete: () => void;
  onClear: () => void;
};

/** What can be done to the selected entries. */
export function SelectedEntries({ storeName, entries, onDelete, onClear }: SelectedEntriesProps) {
  const { reason } = useMay('state/delete');
  const go = useGo();
  const [first, second] = entries;
  return (
    <section
      aria-label="Selected entries"
      className="flex flex-wrap items-center gap-2 border-line border-t bg-raised px-3 py-2 shadow-raised"
    >
      <p role="status" className="mr-2 font-medium text-sm">
        {entries.length} selected
      </p>
      <Button size="sm" disabledReason={reason} onClick={onDelete}>
        <Trash2 aria-hidden />
        Delete
      </Button>
      {first !== undefined && second !== undefined && entries.length === 2 && (
        <Button size="sm" onClick={() => go(compareEntriesPath(storeName, first.id, second.id))}>
          <GitCompareArrows aria-hidden />
          Compare
        </Button>
      )}
      <DeletesToBasket storeName={storeName} entries={entries} onAdded={onClear} />
      <Button variant="ghost" size="sm" onClick={onClear} className="ml-auto">
        <X aria-hidden />
        Clear selection
      </Button>
    </section>
  );
}
