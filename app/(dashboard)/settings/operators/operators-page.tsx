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
import { useScopes } from '@/lib/dashboard/access/scopes-context.tsx';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import {
  createOperator,
  deleteOperator,
  resetPassword,
  updateOperator,
} from '@/lib/dashboard/settings/operator-actions.ts';
import { endSessions } from '@/lib/dashboard/settings/session-actions.ts';
import { useSettingsActs } from '@/lib/dashboard/settings/use-settings-acts.ts';
import { useSettingsList } from '@/lib/dashboard/settings/use-settings-list.ts';

type Doing =
  | { what: 'create' }
  | { what: 'edit'; operator: Operator }
  | { what: Exclude<OperatorAct, 'edit'>; operator: Operator };

/** Who may sign in, and what each may do. */
export function OperatorsPage({ meanings, ownEmail }: { meanings: ScopeMeanings; ownEmail: string }) {
  const held = useScopes();
  const list = useSettingsList<Operator>('operators');
  const { doing, begin, close, finish } = useSettingsActs<Doing>(list.readAgain);
  const [given, setGiven] = useState<{ email: string; password: string }>();
  const columns = useMemo(
    () => operatorColumns((what, operator) => begin({ what, operator }), ownEmail),
    [begin, ownEmail],
  );
  const table = useTableLayout('operators', columns);

  return (
    <>
      <SettingsHeader
        title="Operators"
        description="People who sign in to this dashboard."
        newLabel="New operator"
        onNew={() => begin({ what: 'create' })}
      />
      <SettingsTable subject="operators" columns={columns} rowId={({ id }) => id} list={list} table={table} />
      {doing?.what === 'create' && (
        <OperatorDialog
          meanings={meanings}
          held={held}
          onClose={close}
          onSave={(input) => finish(createOperator(input), { title: 'Operator created', of: input.email }, setGiven)}
        />
      )}
      {doing?.what === 'edit' && (
        <OperatorDialog
          operator={doing.operator}
          meanings={meanings}
          held={held}
          onClose={close}
          onSave={({ name, scopes }) =>
            finish(updateOperator({ id: doing.operator.id, change: { name, scopes } }), {
              title: 'Operator changed',
              of: doing.operator.email,
            })
          }
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
            const problem = await (what === 'reset'
              ? finish(resetPassword({ id }), told, setGiven)
              : finish<unknown>(acts[what](id), told));
            return problem?.detail;
          }}
        />
      )}
      {given !== undefined && (
        <ShownOnce
          title={`Password of ${given.email}`}
          description="It is shown this once. It has to be changed at the next sign-in."
          texts={[{ label: 'Password', text: given.password }]}
          onClose={() => setGiven(undefined)}
        />
      )}
    </>
  );
}

const acts = {
  endSessions: (operatorId: string) => endSessions({ operatorId }),
  disable: (id: string) => updateOperator({ id, change: { isDisabled: true } }),
  enable: (id: string) => updateOperator({ id, change: { isDisabled: false } }),
  delete: (id: string) => deleteOperator({ id }),
} as const;

const doneWords = {
  endSessions: 'Sessions ended',
  reset: 'Password reset',
  disable: 'Operator disabled',
  enable: 'Operator enabled',
  delete: 'Operator deleted',
} as const;
