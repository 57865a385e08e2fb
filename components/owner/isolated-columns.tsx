import { type Lock, numberText, type Store } from '#contract';
import type { EntryRow } from '@/components/state/entry.ts';
import { sizeText } from '@/components/state/size-text.ts';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Time } from '@/components/ui/time.tsx';

/** The name of a row as the button that opens it. */
function OpenButton({ name, isOpen, onOpen }: { name: string; isOpen: boolean; onOpen: (name: string) => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      className="block max-w-full truncate rounded text-left font-mono text-accent text-xs underline-offset-2 hover:underline aria-pressed:font-semibold"
      onClick={() => onOpen(name)}
    >
      {name}
    </button>
  );
}

/** The columns of the isolated stores of an owner. */
export function isolatedStoreColumns(shown: string, onOpen: (name: string) => void): readonly PlainColumn<Store>[] {
  return [
    {
      id: 'name',
      header: 'Store',
      width: 12,
      cell: ({ name }) => <OpenButton name={name} isOpen={name === shown} onOpen={onOpen} />,
    },
    {
      id: 'entries',
      header: 'Entries (approx.)',
      width: 8,
      align: 'end',
      cell: ({ entryCount }) => numberText(entryCount),
    },
    {
      id: 'values',
      header: 'Values (approx.)',
      width: 8,
      align: 'end',
      dropOrder: 1,
      cell: ({ valueBytes }) => sizeText(valueBytes),
    },
    {
      id: 'modified',
      header: 'Last write',
      width: 8,
      cell: ({ lastModifiedOn }) => (lastModifiedOn === undefined ? '–' : <Time value={lastModifiedOn} />),
    },
  ];
}

/** The columns of the entries of an isolated store. */
export function isolatedEntryColumns(shown: string, onOpen: (id: string) => void): readonly PlainColumn<EntryRow>[] {
  return [
    {
      id: 'id',
      header: 'Entry',
      width: 12,
      cell: ({ id }) => <OpenButton name={id} isOpen={id === shown} onOpen={onOpen} />,
    },
    {
      id: 'value',
      header: 'Value',
      width: 14,
      cell: ({ preview }) => <span className="block truncate font-mono text-muted text-xs">{preview ?? '–'}</span>,
    },
    {
      id: 'modified',
      header: 'Last write',
      width: 12,
      dropOrder: 1,
      cell: ({ lastModifiedOn, lastModifiedBy }) => (
        <span className="truncate">
          <Time value={lastModifiedOn} /> <span className="text-muted">by {lastModifiedBy.name}</span>
        </span>
      ),
    },
  ];
}

/** The columns of the isolated locks of an owner; `reason` is why the operator may not release them. */
export function isolatedLockColumns(
  onRelease: (lock: Lock) => void,
  reason: string | undefined,
): readonly PlainColumn<Lock>[] {
  return [
    {
      id: 'name',
      header: 'Lock',
      width: 12,
      cell: ({ name }) => <span className="block truncate font-mono text-xs">{name}</span>,
    },
    { id: 'holder', header: 'Held by', width: 10, cell: ({ owner }) => <span className="truncate">{owner}</span> },
    { id: 'since', header: 'Since', width: 7, dropOrder: 1, cell: ({ acquiredOn }) => <Time value={acquiredOn} /> },
    {
      id: 'expires',
      header: 'Expires',
      width: 7,
      dropOrder: 2,
      cell: ({ expiresOn }) => (expiresOn === undefined ? 'with the run' : <Time value={expiresOn} />),
    },
    {
      id: 'release',
      header: 'Action',
      width: 7,
      cell: (lock) => (
        <Button
          size="sm"
          className="h-6"
          disabledReason={reason}
          aria-label={`Release ${lock.name}`}
          onClick={() => onRelease(lock)}
        >
          Release…
        </Button>
      ),
    },
  ];
}
