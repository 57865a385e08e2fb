'use client';
import { useMemo } from 'react';
import type { ApprovalInput, Secret } from '#contract';
import { type SecretAct, secretColumns } from '@/components/access/secret-columns.tsx';
import { SecretDialog } from '@/components/access/secret-dialog.tsx';
import { SettingsHeader } from '@/components/access/settings-header.tsx';
import { SettingsTable } from '@/components/access/settings-table.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import { askForApproval } from '@/lib/dashboard/approval/actions.ts';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { explainConflict } from '@/lib/dashboard/problem/changed-words.ts';
import type { DashboardProblem } from '@/lib/dashboard/problem/problem.ts';
import { deleteSecret, setSecret } from '@/lib/dashboard/settings/secret-actions.ts';
import { useSettingsActs } from '@/lib/dashboard/settings/use-settings-acts.ts';
import { useSettingsList } from '@/lib/dashboard/settings/use-settings-list.ts';

type Doing = { what: 'create' } | { what: SecretAct; secret: Secret };

const fieldNames = {
  types: 'its task types',
  queues: 'its queues',
  hosts: 'its hosts',
} as const;

/** A problem of a new secret, in words of what to do when its name is taken. */
function explainTakenName(problem: DashboardProblem | undefined, name: string): DashboardProblem | undefined {
  if (problem?.code !== 'PreconditionFailed') return problem;
  const detail = `There is a secret ${name} already, and it was not changed. Choose another name, or close this and set that secret.`;
  return { ...problem, detail, errors: [{ pointer: '/name', message: 'is the name of a secret' }] };
}

/** The global secrets of tasks, without their values: who may use them, and who set them last. */
export function SecretsPage() {
  const list = useSettingsList<Secret>('secrets');
  const { doing, begin, close, finish } = useSettingsActs<Doing>(list.readAgain);
  const sendOnce = useSendOnce();
  const ask = (approval: ApprovalInput) => sendOnce({ approval }, askForApproval);
  const columns = useMemo(() => secretColumns((what, secret) => begin({ what, secret })), [begin]);
  const table = useTableLayout('secrets', columns);

  return (
    <>
      <SettingsHeader
        title="Secrets"
        description="Values that tasks use. They are never shown."
        newLabel="New secret"
        onNew={() => begin({ what: 'create' })}
      />
      <SettingsTable
        subject="secrets"
        columns={columns}
        rowId={({ name }) => name}
        list={list}
        table={table}
        empty="No secrets yet."
      />
      {(doing?.what === 'create' || doing?.what === 'set') && (
        <SecretDialog
          {...(doing.what === 'set' ? { secret: doing.secret } : {})}
          onClose={close}
          onSave={async (name, secret) => {
            const shown = doing.what === 'set' ? doing.secret : undefined;
            const problem = await finish(
              () => sendOnce({ name, secret, ...(shown && { ifMatch: shown.etag }) }, setSecret),
              { title: shown ? 'Secret set' : 'Secret created', of: name },
              undefined,
              (reason) =>
                ask({
                  operation: 'SetSecret',
                  params: { name },
                  body: secret,
                  reason,
                  ...(shown === undefined ? { ifNoneMatch: '*' } : { ifMatch: shown.etag }),
                }),
            );
            if (shown === undefined) return explainTakenName(problem, name);
            return explainConflict(problem, shown, fieldNames, async () => {
              const now = await list.readNow((listed) => listed.name === name);
              if (now) begin({ what: 'set', secret: now });
              return now;
            });
          }}
        />
      )}
      {doing?.what === 'delete' && (
        <ConfirmDialog
          onClose={close}
          title={`Delete ${doing.secret.name}?`}
          description="Tasks whose input names it fail from their next step on. The value cannot be brought back."
          confirmLabel="Delete secret"
          cancelLabel="Keep it"
          isDangerous
          onConfirm={async () => {
            const { name, etag: ifMatch } = doing.secret;
            const told = { title: 'Secret deleted', of: name };
            const askToDelete = (reason: string) =>
              ask({ operation: 'DeleteSecret', params: { name }, ifMatch, reason });
            const problem = await finish(() => sendOnce({ name, ifMatch }, deleteSecret), told, undefined, askToDelete);
            if (problem?.code !== 'PreconditionFailed') return problem?.detail;
            const now = await list.readNow((listed) => listed.name === name);
            if (now === null) return `${name} is deleted already.`;
            if (now === undefined) return `Somebody else set or deleted ${name} meanwhile. Delete again to see which.`;
            begin({ what: 'delete', secret: now });
            return `${now.lastModifiedBy} set ${name} meanwhile. Delete again to delete it as it is now.`;
          }}
        />
      )}
    </>
  );
}
