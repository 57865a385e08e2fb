'use client';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ApiKey } from '#contract';
import { type ApiKeyAct, apiKeyColumns } from '@/components/access/api-key-columns.tsx';
import { ApiKeyDialog } from '@/components/access/api-key-dialog.tsx';
import { keyUsage } from '@/components/access/key-usage.ts';
import { RotateKeyDialog } from '@/components/access/rotate-key-dialog.tsx';
import type { ScopeMeanings } from '@/components/access/scope-picker.tsx';
import { SettingsTable } from '@/components/access/settings-table.tsx';
import { ShownOnce } from '@/components/access/shown-once.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useScopes } from '@/lib/dashboard/access/scopes-context.tsx';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { createApiKey, revokeApiKey, rotateApiKey } from '@/lib/dashboard/settings/api-key-actions.ts';
import { useSettingsList } from '@/lib/dashboard/settings/use-settings-list.ts';

type Doing = { what: 'create' } | { what: ApiKeyAct; apiKey: ApiKey };

/** The keys of programs: whose, for what, when used last, until when. */
export function ApiKeysPage({ meanings, endpoint }: { meanings: ScopeMeanings; endpoint: string }) {
  const held = useScopes();
  const list = useSettingsList<ApiKey>('api-keys');
  const [doing, setDoing] = useState<Doing>();
  const [made, setMade] = useState<{ name: string; key: string }>();
  const columns = useMemo(() => apiKeyColumns((what, apiKey) => setDoing({ what, apiKey })), []);
  const table = useTableLayout('api-keys', columns);
  const close = () => setDoing(undefined);
  const done = async (title: string, description: string) => {
    close();
    toast.success(title, { description });
    await list.readAgain();
  };

  return (
    <>
      <PageHeader
        title="API keys"
        description="Programs use API keys to call the service."
        actions={
          <Button variant="primary" onClick={() => setDoing({ what: 'create' })}>
            <Plus aria-hidden /> New API key
          </Button>
        }
      />
      <SettingsTable
        subject="API keys"
        columns={columns}
        rowId={({ id }) => id}
        list={list}
        table={table}
        empty="No program has a key."
      />
      {doing?.what === 'create' && (
        <ApiKeyDialog
          meanings={meanings}
          held={held}
          onClose={close}
          onSave={async (input) => {
            const answer = await createApiKey(input);
            if (!answer.ok) return answer.problem;
            setMade(answer.value);
            await done('API key created', input.name);
            return undefined;
          }}
        />
      )}
      {doing?.what === 'rotate' && (
        <RotateKeyDialog
          apiKey={doing.apiKey}
          onClose={close}
          onRotate={async (overlapInHours) => {
            const answer = await rotateApiKey({ id: doing.apiKey.id, overlapInHours });
            if (!answer.ok) return answer.problem;
            setMade(answer.value);
            await done('API key rotated', doing.apiKey.name);
            return undefined;
          }}
        />
      )}
      {doing?.what === 'revoke' && (
        <ConfirmDialog
          isOpen
          onOpenChange={close}
          title={`Revoke ${doing.apiKey.name}?`}
          description="Programs that use this key are refused within 2 seconds. A revoked key cannot be brought back."
          confirmLabel="Revoke key"
          cancelLabel="Keep it"
          isDangerous
          onConfirm={async () => {
            const answer = await revokeApiKey({ id: doing.apiKey.id });
            if (!answer.ok) return answer.problem.detail;
            await done('API key revoked', doing.apiKey.name);
            return undefined;
          }}
        />
      )}
      {made !== undefined && (
        <ShownOnce
          title={`Key of ${made.name}`}
          description="It is shown this once. Keep it where your program reads its secrets."
          texts={keyUsage(made.key, endpoint)}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  );
}
