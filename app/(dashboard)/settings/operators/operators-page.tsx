'use client';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Operator } from '#contract';
import { type OperatorAct, operatorColumns } from '@/components/access/operator-columns.tsx';
import { OperatorConfirm } from '@/components/access/operator-confirm.tsx';
import { OperatorDialog } from '@/components/access/operator-dialog.tsx';
import type { ScopeMeanings } from '@/components/access/scope-picker.tsx';
import { SettingsTable } from '@/components/access/settings-table.tsx';
import { ShownOnce } from '@/components/access/shown-once.tsx';
import { Button } from '@/components/ui/button.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useScopes } from '@/lib/dashboard/access/scopes-context.tsx';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import {
  createOperator,
  deleteOperator,
  resetPassword,
  updateOperator,
} from '@/lib/dashboard/settings/operator-actions.ts';
import { endSessions } from '@/lib/dashboard/settings/session-actions.ts';
import { useSettingsList } from '@/lib/dashboard/settings/use-settings-list.ts';

type Doing =
  | { what: 'create' }
  | { what: 'edit'; operator: Operator }
  | { what: Exclude<OperatorAct, 'edit'>; operator: Operator };

/** Who may sign in, and what each may do. */
export function OperatorsPage({ meanings, ownEmail }: { meanings: ScopeMeanings; ownEmail: string }) {
  const held = useScopes();
  const list = useSettingsList<Operator>('operators');
  const [doing, setDoing] = useState<Doing>();
  const [given, setGiven] = useState<{ email: string; password: string }>();
  const columns = useMemo(
    () => operatorColumns((what, operator) => setDoing({ what, operator }), ownEmail),
    [ownEmail],
  );
  const table = useTableLayout('operators', columns);
  const close = () => setDoing(undefined);
  const done = async (title: string, description: string) => {
    close();
    toast.success(title, { description });
    await list.readAgain();
  };

  return (
    <>
      <PageHeader
        title="Operators"
        description="People who sign in to this dashboard."
        actions={
          <Button variant="primary" onClick={() => setDoing({ what: 'create' })}>
            <Plus aria-hidden /> New operator
          </Button>
        }
      />
      <SettingsTable subject="operators" columns={columns} rowId={({ id }) => id} list={list} table={table} />
      {doing?.what === 'create' && (
        <OperatorDialog
          meanings={meanings}
          held={held}
          onClose={close}
          onSave={async (input) => {
            const answer = await createOperator(input);
            if (!answer.ok) return answer.problem;
            setGiven(answer.value);
            await done('Operator created', input.email);
            return undefined;
          }}
        />
      )}
      {doing?.what === 'edit' && (
        <OperatorDialog
          operator={doing.operator}
          meanings={meanings}
          held={held}
          onClose={close}
          onSave={async ({ name, scopes }) => {
            const answer = await updateOperator({ id: doing.operator.id, change: { name, scopes } });
            if (!answer.ok) return answer.problem;
            await done('Operator changed', doing.operator.email);
            return undefined;
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
            if (what === 'reset') {
              const answer = await resetPassword({ id });
              if (!answer.ok) return answer.problem.detail;
              setGiven(answer.value);
            } else {
              const answer = await acts[what](id);
              if (!answer.ok) return answer.problem.detail;
            }
            await done(doneWords[what], email);
            return undefined;
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
