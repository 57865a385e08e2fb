import type { ApiKey } from '#contract';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Time } from '@/components/ui/time.tsx';
import { RoleCell } from './role-cell.tsx';

export type ApiKeyAct = 'rotate' | 'revoke';

/** The columns of the list of API keys, for the operator of this e-mail address. */
export function apiKeyColumns(
  act: (what: ApiKeyAct, key: ApiKey) => void,
  ownEmail: string,
): readonly PlainColumn<ApiKey>[] {
  return [
    {
      id: 'name',
      header: 'API key',
      width: 10,
      className: 'sm:max-w-48',
      cell: ({ name }) => (
        <span className="font-medium" title={name}>
          {name}
        </span>
      ),
    },
    {
      id: 'owner',
      header: 'Belongs to',
      width: 9,
      className: 'sm:max-w-56',
      cell: ({ owner }) => (
        <span className="truncate" title={owner.name}>
          {owner.name}
          {owner.kind === 'serviceAccount' && <span className="text-muted"> · service account</span>}
        </span>
      ),
    },
    {
      id: 'scopes',
      header: 'Role',
      width: 6,
      cell: ({ scopes, bounds }) => <RoleCell scopes={scopes} bounds={bounds} />,
    },
    {
      id: 'used',
      header: 'Last used',
      width: 6,
      cell: ({ lastUsedOn }) =>
        lastUsedOn === undefined ? <span className="text-muted">never</span> : <Time value={lastUsedOn} />,
    },
    {
      id: 'from',
      header: 'Used from',
      width: 8,
      dropOrder: 2,
      cell: ({ lastUsedFrom }) => <span className="tabular text-muted">{lastUsedFrom ?? '–'}</span>,
    },
    {
      id: 'expires',
      header: 'Expires',
      width: 6,
      cell: ({ expiresOn }) =>
        expiresOn === undefined ? <span className="text-muted">never</span> : <Time value={expiresOn} />,
    },
    {
      id: 'created',
      header: 'Created',
      width: 12,
      dropOrder: 1,
      cell: ({ createdOn, createdBy }) => (
        <span className="truncate" title={createdBy}>
          <Time value={createdOn} /> <span className="text-muted">by {createdBy}</span>
        </span>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 10,
      cell: (key) => (
        <span className="flex items-center gap-1">
          <Button
            size="sm"
            className="h-6"
            aria-label={`Rotate ${key.name}`}
            disabledReason={whyNotRotated(key, ownEmail)}
            onClick={() => act('rotate', key)}
          >
            Rotate…
          </Button>
          <Button size="sm" className="h-6" aria-label={`Revoke ${key.name}`} onClick={() => act('revoke', key)}>
            Revoke…
          </Button>
        </span>
      ),
    },
  ];
}

function whyNotRotated({ owner: { kind, name }, successorId }: ApiKey, ownEmail: string): string | undefined {
  if (successorId !== undefined) return 'This key was rotated already. Rotate the new key, or create one.';
  return kind === 'operator' && name !== ownEmail ? `Only ${name} can rotate this key.` : undefined;
}
