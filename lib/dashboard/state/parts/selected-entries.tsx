'use client';
import { Download, GitCompareArrows, Trash2 } from 'lucide-react';
import { archiveAddress, blobAddress } from '@/components/blob/blob-address.ts';
import { useGo } from '@/components/shell/use-go.ts';
import type { EntryRow } from '@/components/state/entry.ts';
import { SelectionBar } from '@/components/table/selection-bar.tsx';
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
    <SelectionBar label="Selected entries" count={`${entries.length} selected`} onClear={onClear}>
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
      <DownloadBlobs {...{ storeName, entries }} />
      <DeletesToBasket storeName={storeName} entries={entries} onAdded={onClear} />
    </SelectionBar>
  );
}

/** Downloads the blobs of the selected entries that have one: a single blob as it is, several as an archive. */
function DownloadBlobs({ storeName, entries }: Pick<SelectedEntriesProps, 'storeName' | 'entries'>) {
  const ids = entries.filter(({ blob }) => blob !== undefined).map(({ id }) => id);
  const [only] = ids;
  if (only === undefined) return null;
  const words = ids.length === 1 ? 'Download blob' : `Download ${ids.length} blobs`;
  const address = ids.length === 1 ? { href: blobAddress(storeName, only) } : archiveAddress(storeName, ids);
  if ('reason' in address)
    return (
      <Button size="sm" disabledReason={address.reason}>
        <Download aria-hidden /> {words}
      </Button>
    );
  return (
    <Button size="sm" asChild>
      <a href={address.href} download>
        <Download aria-hidden /> {words}
      </a>
    </Button>
  );
}
