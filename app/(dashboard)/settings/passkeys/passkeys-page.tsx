'use client';
import { useMemo, useState } from 'react';
import type { Passkey } from '#contract';
import { type PasskeyAct, passkeyColumns } from '@/components/access/passkey-columns.tsx';
import { PasskeyDialog } from '@/components/access/passkey-dialog.tsx';
import { SettingsHeader } from '@/components/access/settings-header.tsx';
import { SettingsTable } from '@/components/access/settings-table.tsx';
import { ShownOnce } from '@/components/access/shown-once.tsx';
import { Button } from '@/components/ui/button.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { createRecoveryCodes, removePasskey, renamePasskey } from '@/lib/dashboard/passkey/actions.ts';
import { addPasskeyHere } from '@/lib/dashboard/passkey/add-passkey-here.ts';
import { useSettingsActs } from '@/lib/dashboard/settings/use-settings-acts.ts';
import { useSettingsList } from '@/lib/dashboard/settings/use-settings-list.ts';

type Doing = { what: 'add' | 'codes' } | { what: PasskeyAct; passkey: Passkey };

/** The passkeys of the operator, and the codes for when all of them are lost. */
export function PasskeysPage() {
  const list = useSettingsList<Passkey>('passkeys');
  const { doing, begin, close, finish } = useSettingsActs<Doing>(list.readAgain);
  const [codes, setCodes] = useState<readonly string[]>();
  const columns = useMemo(() => passkeyColumns((what, passkey) => begin({ what, passkey })), [begin]);
  const table = useTableLayout('passkeys', columns);
  return (
    <>
      <SettingsHeader
        title="Your passkeys"
        description="A passkey signs you in with a fingerprint, face, PIN or security key. While you have one, your password alone does not sign you in."
        newLabel="Add passkey"
        onNew={() => begin({ what: 'add' })}
      />
      <SettingsTable
        subject="passkeys"
        columns={columns}
        rowId={({ id }) => id}
        list={list}
        table={table}
        empty="You have no passkey. Add one on each of your devices."
      />
      <p className="flex flex-wrap items-center gap-3 text-muted text-sm">
        Recovery codes sign you in with your password when you have lost every passkey.
        <Button onClick={() => begin({ what: 'codes' })}>New recovery codes</Button>
      </p>
      {doing?.what === 'add' && (
        <PasskeyDialog
          onClose={close}
          onSave={(name) => finish(() => addPasskeyHere(name), { title: 'Passkey added', of: name })}
        />
      )}
      {doing?.what === 'rename' && (
        <PasskeyDialog
          before={doing.passkey.name}
          onClose={close}
          onSave={(name) =>
            finish(() => renamePasskey({ id: doing.passkey.id, name }), { title: 'Passkey renamed', of: name })
          }
        />
      )}
      {doing?.what === 'remove' && (
        <ConfirmDialog
          onClose={close}
          title={`Remove ${doing.passkey.name}?`}
          description="It no longer signs you in. Without another passkey, your password alone does."
          confirmLabel="Remove passkey"
          isDangerous
          canBeUndone
          onConfirm={async () => {
            const { id, name } = doing.passkey;
            return (await finish(() => removePasskey({ id }), { title: 'Passkey removed', of: name }))?.detail;
          }}
        />
      )}
      {doing?.what === 'codes' && (
        <ConfirmDialog
          onClose={close}
          title="Make new recovery codes?"
          description="Earlier codes stop working. The new ones are shown once."
          confirmLabel="Make codes"
          onConfirm={async () => {
            const told = { title: 'Recovery codes made', of: 'Each works once' };
            const take = (made: { codes: string[] }) => setCodes(made.codes);
            return (await finish(() => createRecoveryCodes(undefined), told, take))?.detail;
          }}
        />
      )}
      {codes !== undefined && (
        <ShownOnce
          title="Your recovery codes"
          description="They are shown only now. Each replaces a passkey once, after your password."
          texts={[{ label: 'Codes', text: codes.join('\n') }]}
          onClose={() => setCodes(undefined)}
        />
      )}
    </>
  );
}
