import type { Passkey } from '#contract';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Time } from '@/components/ui/time.tsx';

export type PasskeyAct = 'rename' | 'remove';

/** The columns of the list of an operator's passkeys. */
export function passkeyColumns(act: (what: PasskeyAct, passkey: Passkey) => void): readonly PlainColumn<Passkey>[] {
  return [
    {
      id: 'name',
      header: 'Passkey',
      width: 14,
      cell: ({ name }) => <span className="truncate font-medium">{name}</span>,
    },
    { id: 'created', header: 'Added', width: 7, dropOrder: 1, cell: ({ createdOn }) => <Time value={createdOn} /> },
    {
      id: 'used',
      header: 'Last used',
      width: 7,
      cell: ({ lastUsedOn }) =>
        lastUsedOn === undefined ? <span className="text-muted">never</span> : <Time value={lastUsedOn} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 10,
      cell: (passkey) => (
        <span className="flex items-center gap-1">
          <Button
            size="sm"
            className="h-6"
            aria-label={`Rename ${passkey.name}`}
            onClick={() => act('rename', passkey)}
          >
            Rename
          </Button>
          <Button
            size="sm"
            className="h-6"
            aria-label={`Remove ${passkey.name}`}
            onClick={() => act('remove', passkey)}
          >
            Remove
          </Button>
        </span>
      ),
    },
  ];
}
