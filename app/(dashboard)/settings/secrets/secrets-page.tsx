'use client';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Secret } from '#contract';
import { type SecretAct, secretColumns } from '@/components/access/secret-columns.tsx';
import { SecretDialog } from '@/components/access/secret-dialog.tsx';
import { SettingsTable } from '@/components/access/settings-table.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { deleteSecret, setSecret } from '@/lib/dashboard/settings/secret-actions.ts';
import { useSettingsList } from '@/lib/dashboard/settings/use-settings-list.ts';

type Doing = { what: 'create' } | { what: SecretAct; secret: Secret };

/** The global secrets of tasks, without their values: who may use them, and who set them last. */
export function SecretsPage() {
  const list = useSettingsList<Secret>('secrets');
  const [doing, setDoing] = useState<Doing>();
  const columns = useMemo(() => secretColumns((what, secret) => setDoing({ what, secret })), []);
  const table = useTableLayout('secrets', columns);
  const close = () => setDoing(undefined);
  const done = async (title: string, description: string) => {
    close();
    toast.success(title, { description });
    await list.readAgain();
  };

  return (
    <>
      <PageHeader
        title="Secrets"
        description="Values that tasks use and nobody sees."
        actions={
          <Button variant="primary" onClick={() => setDoing({ what: 'create' })}>
            <Plus aria-hidden /> New secret
          </Button>
        }
      />
      <SettingsTable
        subject="secrets"
        columns={columns}
        rowId={({ name }) => name}
        list={list}
        table={table}
        empty="There is no secret yet."
      />
      {(doing?.what === 'create' || doing?.what === 'set') && (
        <SecretDialog
          {...(doing.what === 'set' ? { secret: doing.secret } : {})}
          onClose={close}
          onSave={async (name, secret) => {
            const answer = await setSecret({ name, secret });
            if (!answer.ok) return answer.problem;
            await done(doing.what === 'set' ? 'Secret set' : 'Secret created', name);
            return undefined;
          }}
        />
      )}
      {doing?.what === 'delete' && (
        <ConfirmDialog
          isOpen
          onOpenChange={close}
          title={`Delete ${doing.secret.name}?`}
          description="Tasks whose input names it fail from their next step on. The value cannot be brought back."
          confirmLabel="Delete secret"
          cancelLabel="Keep it"
          isDangerous
          onConfirm={async () => {
            const answer = await deleteSecret({ name: doing.secret.name });
            if (!answer.ok) return answer.problem.detail;
            await done('Secret deleted', doing.secret.name);
            return undefined;
          }}
        />
      )}
    </>
  );
}
