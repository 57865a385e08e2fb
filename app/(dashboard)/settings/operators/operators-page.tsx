'use client';
import { useMemo, useState } from 'react';
import type { Operator } from '#contract';
import { type OperatorAct, operatorColumns } from '@/components/access/operator-columns.tsx';
import { OperatorConfirm } from '@/components/access/operator-confirm.tsx';
import { OperatorDialog } from '@/components/access/operator-dialog.tsx';
import type { ScopeMeanings } from '@/components/access/scope-picker.tsx';
import { SettingsHeader } from '@/components/access/settings-header.tsx';
import { SettingsTable } from '@/components/access/settings-table.tsx';
import { ShownOnce } from '@/components/access/shown-once.tsx';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import { useScopes } from '@/lib/dashboard/access/scopes-context.tsx';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { explainConflict } from '@/lib/dashboard/problem/changed-words.ts';
import {
  createOperator,
  deleteOperator,
  inviteOperator,
  resetPasskeys,
  resetPassword,
  revokeInvitation,
  updateOperator,
} from '@/lib/dashboard/settings/operator-actions.ts';
import { endSessions } from '@/lib/dashboard/settings/session-actions.ts';
import { useSettingsActs } from '@/lib/dashboard/settings/use-settings-acts.ts';
import { useSettingsList } from '@/lib/dashboard/settings/use-settings-list.ts';

type Doing =
  | { what: 'create' }
  | { what: 'edit'; operator: Operator }
  | { what: Exclude<OperatorAct, 'edit'>; operator: Operator };

/** What is shown once: a generated password, or the link of an invitation. */
type Given = { email: string } & ({ password: string } | { link: string });

type OperatorsPageProps = {
  meanings: ScopeMeanings;
  ownEmail: string;
  /** Whether anybody signs in with a password here. */
  hasPassword: boolean;
};

/** Who may sign in, and what each may do. */
export function OperatorsPage({ meanings, ownEmail, hasPassword }: OperatorsPageProps) {
  const held = useScopes();
  const sendOnce = useSendOnce();
  const noPassword = hasPassword ? undefined : 'Operators sign in with a provider here, without a password.';
  const list = useSettingsList<Operator>('operators');
  const { doing, begin, close, finish } = useSettingsActs<Doing>(list.readAgain);
  const [given, setGiven] = useState<Given>();
  const columns = useMemo(
    () => operatorColumns((what, operator) => begin({ what, operator }), { ownEmail, noPassword }),
    [begin, ownEmail, noPassword],
  );
  const table = useTableLayout('operators', columns);

  return (
    <>
      <SettingsHeader
        title="Operators"
        description="People who sign in to this dashboard."
        newLabel="Invite operator"
        newReason={noPassword}
        onNew={() => begin({ what: 'create' })}
      />
      <SettingsTable subject="operators" columns={columns} rowId={({ id }) => id} list={list} table={table} />
      {doing?.what === 'create' && (
        <OperatorDialog
          meanings={meanings}
          held={held}
          onClose={close}
          onSave={(input) =>
            finish(
              () => sendOnce({ operator: { ...input, bounds: input.bounds ?? undefined } }, createOperator),
              { title: 'Operator invited', of: input.email },
              setGiven,
            )
          }
        />
      )}
      {doing?.what === 'edit' && (
        <OperatorDialog
          operator={doing.operator}
          meanings={meanings}
          held={held}
          onClose={close}
          onSave={async ({ email: _, ...change }) => {
            const { id, email, etag } = doing.operator;
            const told = { title: 'Operator changed', of: email };
            const problem = await finish(() => sendOnce({ id, ifMatch: etag, change }, updateOperator), told);
            return explainConflict(problem, doing.operator, fieldNames, async () => {
              const operator = await list.readNow((listed) => listed.id === id);
              if (operator) begin({ what: 'edit', operator });
              return operator;
            });
          }}
        />
      )}
      {doing !== undefined && doing.what !== 'create' && doing.what !== 'edit' && (
        <OperatorConfirm
          what={doing.what}
          operator={doing.operator}
          onClose={close}
          onConfirm={async () => {
            const { what, operator } = doing;
            const { id, email } = operator;
            const told = { title: doneWords[what], of: email };
            const acting = () => {
              if (what === 'reset') return finish(() => resetPassword({ id }), told, setGiven);
              if (what === 'invite')
                return finish(
                  () => inviteOperator({ id }),
                  told,
                  ({ link }) => setGiven({ email, link }),
                );
              return finish<unknown>(() => acts[what](id), told);
            };
            const problem = await acting();
            return problem?.detail;
          }}
        />
      )}
      {given !== undefined && <ShownOnce {...shownOnce(given)} onClose={() => setGiven(undefined)} />}
    </>
  );
}

function shownOnce(given: Given) {
  if ('link' in given)
    return {
      title: `Invitation of ${given.email}`,
      description: 'Send this link. It is shown only now, sets the password once, and works for three days.',
      texts: [{ label: 'Link', text: given.link }],
    };
  return {
    title: `Password of ${given.email}`,
    description: 'It is shown only now. It has to be changed at the next sign-in.',
    texts: [{ label: 'Password', text: given.password }],
  };
}

const fieldNames = {
  name: 'the name',
  scopes: 'the scopes',
  bounds: 'what is reached',
  isDisabled: 'whether it is disabled',
} as const;

const acts = {
  endSessions: (operatorId: string) => endSessions({ operatorId }),
  resetPasskeys: (id: string) => resetPasskeys({ id }),
  revoke: (id: string) => revokeInvitation({ id }),
  disable: (id: string) => updateOperator({ id, change: { isDisabled: true } }),
  enable: (id: string) => updateOperator({ id, change: { isDisabled: false } }),
  delete: (id: string) => deleteOperator({ id }),
} as const;

const doneWords = {
  endSessions: 'Sessions ended',
  reset: 'Password reset',
  resetPasskeys: 'Passkeys reset',
  invite: 'Invitation created',
  revoke: 'Invitation revoked',
  disable: 'Operator disabled',
  enable: 'Operator enabled',
  delete: 'Operator deleted',
} as const;
