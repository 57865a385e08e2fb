'use client';
import { useMemo } from 'react';
import type { Quota, QuotaInput } from '#contract';
import { quotaColumns } from '@/components/access/quota-columns.tsx';
import { QuotaDialog } from '@/components/access/quota-dialog.tsx';
import { SettingsTable } from '@/components/access/settings-table.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { explainConflict } from '@/lib/dashboard/problem/changed-words.ts';
import { setQuota } from '@/lib/dashboard/settings/quota-actions.ts';
import { useSettingsActs } from '@/lib/dashboard/settings/use-settings-acts.ts';
import { useSettingsList } from '@/lib/dashboard/settings/use-settings-list.ts';

const ownerOf = ({ owner }: Quota) => owner;

/** The limits of operators and service accounts, and what they use of them. */
export function QuotasPage() {
  const list = useSettingsList<Quota>('quotas');
  const { doing, begin, close, finish } = useSettingsActs<Quota>(list.readAgain);
  const sendOnce = useSendOnce();
  const columns = useMemo(() => quotaColumns(begin), [begin]);
  const table = useTableLayout('quotas', columns);

  const save = async (shown: Quota, quota: QuotaInput) => {
    const { owner, name, etag: ifMatch } = shown;
    const problem = await finish(() => sendOnce({ owner, quota, ifMatch }, setQuota), {
      title: 'Limits set',
      of: name,
    });
    return explainConflict(problem, shown, { own: 'the limits' }, async () => {
      const now = await list.readNow((one) => one.owner === owner);
      if (now) begin(now);
      return now;
    });
  };

  return (
    <>
      <PageHeader
        title="Limits"
        description="What one person or service account, with all keys and sessions together, may use. Requests, waits and bytes are counted by each service process; the busiest one is shown."
      />
      <SettingsTable
        subject="owners"
        columns={columns}
        rowId={ownerOf}
        list={list}
        table={table}
        empty="There is no owner yet."
      />
      {doing !== undefined && (
        <QuotaDialog key={doing.etag} quota={doing} onClose={close} onSave={(quota) => save(doing, quota)} />
      )}
    </>
  );
}
