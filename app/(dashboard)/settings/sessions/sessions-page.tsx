'use client';
import { useMemo } from 'react';
import type { OperatorSession } from '#contract';
import { sessionColumns } from '@/components/access/session-columns.tsx';
import { SettingsTable } from '@/components/access/settings-table.tsx';
import { Button } from '@/components/ui/button.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { tellFailure } from '@/lib/dashboard/problem/tell-failure.ts';
import { endSession, endSessions } from '@/lib/dashboard/settings/session-actions.ts';
import { useSettingsList } from '@/lib/dashboard/settings/use-settings-list.ts';

/** Where the operator is signed in, and the way to end it. */
export function SessionsPage() {
  const list = useSettingsList<OperatorSession>('sessions');
  const { readAgain } = list;
  const columns = useMemo(() => {
    const end = async ({ id, device }: OperatorSession) => {
      if ((await tellFailure('The session was not ended', endSession({ id }))) === undefined) return;
      toast.success('Session ended', { description: device ?? 'Unknown device' });
      await readAgain();
    };
    return sessionColumns((session) => void end(session));
  }, [readAgain]);
  const table = useTableLayout('sessions', columns);
  const others = (list.rows?.length ?? 0) - 1;

  const endOthers = async () => {
    if ((await tellFailure('The sessions were not ended', endSessions({}))) === undefined) return;
    toast.success('All other sessions ended');
    await readAgain();
  };

  return (
    <>
      <PageHeader
        title="Your sessions"
        description="Where you are signed in. A session that is ended is refused within 2 seconds."
        actions={
          <Button
            disabledReason={others > 0 ? undefined : 'There is no other session.'}
            onClick={() => void endOthers()}
          >
            End all others
          </Button>
        }
      />
      <SettingsTable subject="sessions" columns={columns} rowId={({ id }) => id} list={list} table={table} />
    </>
  );
}
