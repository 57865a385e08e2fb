import type { OperatorSession } from '#contract';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Time } from '@/components/ui/time.tsx';

/** The columns of the list of an operator's sessions. */
export function sessionColumns(onEnd: (session: OperatorSession) => void): readonly PlainColumn<OperatorSession>[] {
  return [
    {
      id: 'device',
      header: 'Session',
      width: 12,
      cell: ({ device, isCurrent }) => (
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-medium">{device ?? 'Unknown device'}</span>
          {isCurrent && <Badge>This session</Badge>}
        </span>
      ),
    },
    {
      id: 'address',
      header: 'Address',
      width: 8,
      cell: ({ address }) => <span className="tabular text-muted">{address ?? '–'}</span>,
    },
    { id: 'created', header: 'Signed in', width: 7, cell: ({ createdOn }) => <Time value={createdOn} /> },
    { id: 'used', header: 'Last used', width: 7, cell: ({ lastUsedOn }) => <Time value={lastUsedOn} /> },
    { id: 'expires', header: 'Ends', width: 7, dropOrder: 1, cell: ({ expiresOn }) => <Time value={expiresOn} /> },
    {
      id: 'actions',
      header: 'Actions',
      width: 5,
      cell: (session) => (
        <Button
          size="sm"
          className="h-6"
          aria-label={`End the session of ${session.device ?? 'an unknown device'}`}
          disabledReason={session.isCurrent ? 'This is your current session. Sign out to end it.' : undefined}
          onClick={() => onEnd(session)}
        >
          End
        </Button>
      ),
    },
  ];
}
