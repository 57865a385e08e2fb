import { Ban, Hourglass, MoreHorizontal } from 'lucide-react';
import type { Operator } from '#contract';
import type { PlainColumn } from '@/components/table/plain-table.tsx';
import { Badge } from '@/components/ui/badge.tsx';
import { Button } from '@/components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu.tsx';
import { Time } from '@/components/ui/time.tsx';
import { RoleCell } from './role-cell.tsx';

export type OperatorAct =
  | 'edit'
  | 'invite'
  | 'revoke'
  | 'endSessions'
  | 'reset'
  | 'resetPasskeys'
  | 'disable'
  | 'enable'
  | 'delete';

type Circumstances = {
  /** The reader's, who cannot lock themselves out here. */
  ownEmail: string;
  /** Why a link or a password would be of no use. */
  noPassword: string | undefined;
};

/** The columns of the list of operators. */
export function operatorColumns(
  act: (what: OperatorAct, operator: Operator) => void,
  { ownEmail, noPassword }: Circumstances,
): readonly PlainColumn<Operator>[] {
  return [
    {
      id: 'name',
      header: 'Operator',
      width: 16,
      cell: ({ name, email }) => (
        <span className="flex min-w-0 items-baseline gap-x-2 max-sm:flex-wrap" title={`${name} ${email}`}>
          <span className="truncate font-medium">{name}</span>
          <span className="min-w-0 flex-1 truncate text-muted text-xs">
            {email}
            {email === ownEmail && ' (you)'}
          </span>
        </span>
      ),
    },
    {
      id: 'role',
      header: 'Role',
      width: 8,
      cell: ({ scopes, bounds }) => <RoleCell scopes={scopes} bounds={bounds} />,
    },
    {
      id: 'status',
      header: 'Status',
      width: 6,
      cell: ({ isDisabled, provider, invitedUntil }) =>
        isDisabled ? (
          <Badge tone="caution" icon={Ban}>
            Disabled
          </Badge>
        ) : invitedUntil !== undefined ? (
          <Badge tone="waiting" icon={Hourglass}>
            Invited
          </Badge>
        ) : (
          <Badge title={provider && `Signs in with ${provider}`}>
            {provider === undefined ? 'Active' : `Active · ${provider}`}
          </Badge>
        ),
    },
    {
      id: 'signIn',
      header: 'Last sign-in',
      width: 8,
      cell: ({ lastSignInOn }) =>
        lastSignInOn === undefined ? <span className="text-muted">never</span> : <Time value={lastSignInOn} />,
    },
    {
      id: 'created',
      header: 'Created',
      width: 8,
      dropOrder: 1,
      cell: ({ createdOn }) => <Time value={createdOn} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 8,
      cell: (operator) => (
        <span className="flex items-center gap-1">
          <Button
            size="sm"
            className="h-6"
            aria-label={`Edit ${operator.email}`}
            disabledReason={operator.provider && `The groups at ${operator.provider} decide on the role.`}
            onClick={() => act('edit', operator)}
          >
            Edit
          </Button>
          <OperatorMenu {...{ operator, act, noPassword }} isOwn={operator.email === ownEmail} />
        </span>
      ),
    },
  ];
}

type MenuProps = {
  operator: Operator;
  act: (what: OperatorAct, operator: Operator) => void;
  noPassword: string | undefined;
  isOwn: boolean;
};

function OperatorMenu({ operator, act, noPassword, isOwn }: MenuProps) {
  const reason = isOwn ? 'This is you.' : undefined;
  const withoutPassword =
    operator.provider === undefined ? noPassword : `Signs in with ${operator.provider}, without a password.`;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm" iconOnly className="h-6" aria-label={`More for ${operator.email}`}>
          <MoreHorizontal aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => act('invite', operator)} disabledReason={reason ?? withoutPassword}>
          {operator.invitedUntil === undefined ? 'Invite…' : 'Invite again…'}
        </DropdownMenuItem>
        {operator.invitedUntil !== undefined && (
          <DropdownMenuItem onSelect={() => act('revoke', operator)}>Revoke invitation…</DropdownMenuItem>
        )}
        <DropdownMenuItem onSelect={() => act('endSessions', operator)} disabledReason={reason}>
          End sessions…
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => act('reset', operator)} disabledReason={reason ?? withoutPassword}>
          Reset password…
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => act('resetPasskeys', operator)} disabledReason={reason}>
          Reset passkeys…
        </DropdownMenuItem>
        {operator.isDisabled ? (
          <DropdownMenuItem onSelect={() => act('enable', operator)}>Enable</DropdownMenuItem>
        ) : (
          <DropdownMenuItem onSelect={() => act('disable', operator)} disabledReason={reason}>
            Disable…
          </DropdownMenuItem>
        )}
        <DropdownMenuItem isDangerous onSelect={() => act('delete', operator)} disabledReason={reason}>
          Delete…
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
