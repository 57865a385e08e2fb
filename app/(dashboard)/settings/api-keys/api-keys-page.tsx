'use client';
import { useMemo, useState } from 'react';
import type { ApiKey } from '#contract';
import { type ApiKeyAct, apiKeyColumns } from '@/components/access/api-key-columns.tsx';
import { ApiKeyDialog } from '@/components/access/api-key-dialog.tsx';
import { keyUsage } from '@/components/access/key-usage.ts';
import { RotateKeyDialog } from '@/components/access/rotate-key-dialog.tsx';
import type { ScopeMeanings } from '@/components/access/scope-picker.tsx';
import { SettingsHeader } from '@/components/access/settings-header.tsx';
import { SettingsTable } from '@/components/access/settings-table.tsx';
import { ShownOnce } from '@/components/access/shown-once.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { useTimePreferences } from '@/components/ui/time-preferences.tsx';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import { useScopes } from '@/lib/dashboard/access/scopes-context.tsx';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { createApiKey, revokeApiKey, rotateApiKey } from '@/lib/dashboard/settings/api-key-actions.ts';
import { explainReplaced } from '@/lib/dashboard/settings/explain-replaced.ts';
import { useSettingsActs } from '@/lib/dashboard/settings/use-settings-acts.ts';
import { useSettingsList } from '@/lib/dashboard/settings/use-settings-list.ts';

type Doing = { what: 'create' } | { what: ApiKeyAct; apiKey: ApiKey };

type ApiKeysPageProps = { meanings: ScopeMeanings; endpoint: string; ownEmail: string };

/** The keys of programs: whose, for what, when used last, until when. */
export function ApiKeysPage({ meanings, endpoint, ownEmail }: ApiKeysPageProps) {
  const held = useScopes();
  const sendOnce = useSendOnce();
  const list = useSettingsList<ApiKey>('api-keys');
  const { doing, begin, close, finish } = useSettingsActs<Doing>(list.readAgain);
  const [made, setMade] = useState<{ name: string; key: string }>();
  const { timeZone } = useTimePreferences();
  const columns = useMemo(() => apiKeyColumns((what, apiKey) => begin({ what, apiKey }), ownEmail), [begin, ownEmail]);
  const table = useTableLayout('api-keys', columns);

  return (
    <>
      <SettingsHeader
        title="API keys"
        description="Programs use API keys to call the service."
        newLabel="New API key"
        onNew={() => begin({ what: 'create' })}
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
          onSave={(apiKey) => {
            const told = { title: 'API key created', of: apiKey.name };
            return finish(() => sendOnce({ apiKey }, createApiKey), told, setMade);
          }}
        />
      )}
      {doing?.what === 'rotate' && (
        <RotateKeyDialog
          apiKey={doing.apiKey}
          onClose={close}
          onRotate={async (overlapInHours) => {
            const { id, name } = doing.apiKey;
            const told = { title: 'API key rotated', of: name };
            const problem = await finish(() => sendOnce({ id, overlapInHours }, rotateApiKey), told, setMade);
            return explainReplaced(problem, id, list.readNow, timeZone);
          }}
        />
      )}
      {doing?.what === 'revoke' && (
        <ConfirmDialog
          onClose={close}
          title={`Revoke ${doing.apiKey.name}?`}
          description="Programs that use this key are refused within 2 seconds. A revoked key cannot be brought back."
          confirmLabel="Revoke key"
          cancelLabel="Keep it"
          isDangerous
          onConfirm={async () => {
            const { id, name } = doing.apiKey;
            return (await finish(() => revokeApiKey({ id }), { title: 'API key revoked', of: name }))?.detail;
          }}
        />
      )}
      {made !== undefined && (
        <ShownOnce
          title={`Key of ${made.name}`}
          description="It is shown only now. Store it where your program reads its secrets."
          texts={keyUsage(made.key, endpoint)}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  );
}
