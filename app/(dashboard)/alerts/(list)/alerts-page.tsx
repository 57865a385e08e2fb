'use client';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { parseAsString, useQueryStates } from 'nuqs';
import { useState } from 'react';
import type { Alert } from '#contract';
import { SettingsTable } from '@/components/access/settings-table.tsx';
import { alertColumns } from '@/components/alert/alert-columns.tsx';
import { alertPath, readAlertAbout } from '@/components/alert/alert-path.ts';
import { laterPart } from '@/components/shell/later-part.ts';
import { BoundsNote, useWithinBounds } from '@/components/ui/bounds.tsx';
import { Button } from '@/components/ui/button.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { ScopeNote } from '@/components/ui/scope-note.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';
import { createAlert } from '@/lib/dashboard/alert/actions.ts';
import { alertKeys } from '@/lib/dashboard/alert/alert-keys.ts';
import { showPreview } from '@/lib/dashboard/alert/show-preview.ts';
import { UnknownAddress } from '@/lib/dashboard/list/parts/unknown-address.tsx';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { useKeptCurrent } from '@/lib/dashboard/live/use-kept-current.ts';
import { useRefresh } from '@/lib/dashboard/live/use-refresh.ts';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { fetchJson } from '@/lib/dashboard/query/fetch-json.ts';
import { useLastFailure } from '@/lib/dashboard/query/use-last-failure.ts';

const AlertDialog = laterPart(() => import('@/components/alert/alert-dialog.tsx').then((loaded) => loaded.AlertDialog));

const refreshInMs = 2_000;
const aboutParams = {
  ...{ kind: parseAsString, name: parseAsString },
  ...{ group: parseAsString, task: parseAsString, queue: parseAsString },
};

/** All alerts: what they tell, to whom, and how their last notice went. */
export function AlertsPage() {
  const router = useRouter();
  const { reason } = useMay('alerts/manage');
  const none = useWithinBounds('No alerts yet');
  const [asked, setAsked] = useQueryStates(aboutParams);
  const about = readAlertAbout(asked);
  const [isNew, setNew] = useState(false);
  const [isMade, setMade] = useState(false);
  const sendOnce = useSendOnce();
  const table = useTableLayout('alerts', alertColumns);
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({
    queryKey: alertKeys.list,
    queryFn: ({ signal }) => fetchJson<Alert[]>('/api/alerts', { signal }),
  });
  const error = useLastFailure({ key: alertKeys.list, data, error: failure });
  useKeptCurrent(useRefresh(alertKeys.list), refreshInMs);
  const close = () => {
    setNew(false);
    void setAsked(null);
  };
  return (
    <div className="mx-auto grid w-full max-w-[120rem] gap-4 p-3 sm:p-4">
      <PageHeader
        title="Alerts"
        description="Rules that notify people and programs about failures, waits, lost workers and missed schedules."
        actions={
          <Button variant="primary" disabledReason={reason} onClick={() => setNew(true)}>
            <Plus aria-hidden /> New alert
          </Button>
        }
      />
      <UnknownAddress params={aboutParams} />
      <BoundsNote />
      {about !== undefined && <ScopeNote reason={reason} act="create an alert" />}
      <SettingsTable
        subject="alerts"
        columns={alertColumns}
        rowId={({ id }) => id}
        list={{
          rows: data,
          hasMore: false,
          problem: error === null ? undefined : problemOf(error),
          retry: () => void refetch(),
        }}
        table={table}
        empty={`${none}. An alert sends a notice about errors, failed tasks, waiting runs or lost workers, by webhook, Slack or e-mail.`}
      />
      {(isNew || about !== undefined) && !isMade && reason === undefined && (
        <AlertDialog
          about={about}
          onClose={close}
          onPreview={showPreview}
          onSave={async (input) => {
            const answer = await sendOnce({ alert: input }, createAlert);
            if (!answer.ok) return answer.problem;
            toast.success('Alert created', { description: input.name });
            setMade(true);
            if (about === undefined) router.push(alertPath(answer.value));
            else router.replace(alertPath(answer.value)); // back leads to what it is about
            return undefined;
          }}
        />
      )}
    </div>
  );
}
