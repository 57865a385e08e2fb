'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useMemo, useRef, useState } from 'react';
import type { Alert } from '#contract';
import { SettingsTable } from '@/components/access/settings-table.tsx';
import { type AlertAct, alertActs } from '@/components/alert/alert-acts.ts';
import { AlertDialog } from '@/components/alert/alert-dialog.tsx';
import { AlertHeader } from '@/components/alert/alert-header.tsx';
import { deliveryColumns } from '@/components/alert/delivery-columns.tsx';
import { MuteDialog } from '@/components/alert/mute-dialog.tsx';
import { useNamedCrumb } from '@/components/shell/crumb-names.ts';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { ErrorState, type ShownProblem } from '@/components/ui/error-state.tsx';
import { Link } from '@/components/ui/link.tsx';
import { toast } from '@/components/ui/toast.ts';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import type { ActionResult } from '@/lib/dashboard/access/perform-action.ts';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';
import { deleteAlert, testAlert, updateAlert } from '@/lib/dashboard/alert/actions.ts';
import { alertKeys } from '@/lib/dashboard/alert/alert-keys.ts';
import type { ShownAlert } from '@/lib/dashboard/alert/read-alerts.ts';
import { showPreview } from '@/lib/dashboard/alert/show-preview.ts';
import { UnknownAddress } from '@/lib/dashboard/list/parts/unknown-address.tsx';
import { useTableLayout } from '@/lib/dashboard/list/use-table-layout.ts';
import { useKeptCurrent } from '@/lib/dashboard/live/use-kept-current.ts';
import { useRefresh } from '@/lib/dashboard/live/use-refresh.ts';
import { answered } from '@/lib/dashboard/problem/answered.ts';
import { explainConflict } from '@/lib/dashboard/problem/changed-words.ts';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { tellFailure } from '@/lib/dashboard/problem/tell-failure.ts';
import { fetchJson } from '@/lib/dashboard/query/fetch-json.ts';
import { readNow, whileConnected } from '@/lib/dashboard/query/read-again.ts';
import { useLastFailure } from '@/lib/dashboard/query/use-last-failure.ts';

const refreshInMs = 1_000;

/** One alert: what it tells, and what became of each of its notices. */
export function AlertPage({ id }: { id: string }) {
  const router = useRouter();
  const queries = useQueryClient();
  const { reason } = useMay('alerts/manage');
  const [asked, setAsked] = useState<AlertAct>();
  const [base, setBase] = useState<Alert>();
  const isDeleted = useRef(false);
  const sendOnce = useSendOnce();
  const {
    data,
    error: failure,
    refetch,
  } = useQuery({
    queryKey: alertKeys.one(id),
    queryFn: ({ signal }) => fetchJson<ShownAlert>(`/api/alerts/${encodeURIComponent(id)}`, { signal }),
  });
  const error = useLastFailure({ key: alertKeys.one(id), data, error: failure });
  const refresh = useRefresh(alertKeys.one(id));
  useKeptCurrent(() => void (isDeleted.current || refresh()), refreshInMs);
  useNamedCrumb(id, data?.alert.name);
  const columns = useMemo(() => deliveryColumns(data?.alert), [data?.alert]);
  const table = useTableLayout('alert-deliveries', columns);
  const problem = error === null ? undefined : problemOf(error);
  const missing = failure === null ? undefined : problemOf(failure);
  const isAsked = asked !== undefined && data !== undefined; // the dialog keeps what was typed, and its save says why
  if (missing?.code === 'AlertNotFound' && !isAsked)
    return <UnreadAlert name={data?.alert.name} title="This alert was deleted" problem={missing} />;
  if (data === undefined) return problem && <UnreadAlert title="The alert could not be read" problem={problem} />;
  const { alert, deliveries, hasMore } = data;
  const shown = base ?? alert;

  const finish = async (request: Promise<ActionResult<void>>, told: string, name = alert.name) => {
    const answer = await request;
    if (!answer.ok) return answer.problem;
    await whileConnected(refetch()); // a form that is opened next is filled from what is there now
    setAsked(undefined);
    toast.success(told, { description: name });
    return undefined;
  };
  /** Reads what a save that was refused would replace, for the next one. */
  const readBase = async () => {
    const now = await readNow(refetch);
    if (now) setBase(now.alert);
    return now === null ? null : now?.alert;
  };
  const act = async (what: AlertAct) => {
    if (what === 'edit' || what === 'mute' || what === 'delete') {
      setBase(alert); // the page goes on to follow the alert, the dialog does not
      return setAsked(what);
    }
    const [request, failed, told] =
      what === 'test'
        ? [sendOnce({ id }, testAlert), 'The test was not sent', 'A test is being sent']
        : [updateAlert({ id, update: quickUpdates[what] }), 'The alert was not changed', 'Alert changed'];
    if ((await tellFailure<unknown>(failed, request)) === undefined) return;
    void refetch();
    toast.success(told, { description: alert.name });
  };

  return (
    <div className="mx-auto grid w-full max-w-[120rem] gap-4 p-3 sm:p-4">
      <AlertHeader alert={alert} acts={alertActs({ alert, reason, onAct: (what) => void act(what) })} />
      <UnknownAddress />
      <SettingsTable
        subject="deliveries"
        columns={columns}
        rowId={(delivery) => delivery.id}
        list={{ rows: deliveries, hasMore, problem, retry: () => void refetch() }}
        table={table}
        empty="No notices yet. Send a test to check the channels."
      />
      {asked === 'edit' && (
        <AlertDialog
          alert={shown}
          onPreview={showPreview}
          onClose={() => setAsked(undefined)}
          onSave={async (update) => {
            const request = sendOnce({ id, update, ifMatch: shown.etag }, updateAlert);
            const problem = await finish(request, 'Alert changed', update.name);
            return explainConflict(problem, shown, fieldNames, readBase);
          }}
        />
      )}
      {asked === 'mute' && (
        <MuteDialog
          name={shown.name}
          onClose={() => setAsked(undefined)}
          onMute={async (mutedUntil) => {
            const request = sendOnce({ id, update: { mutedUntil }, ifMatch: shown.etag }, updateAlert);
            return explainConflict(await finish(request, 'Alert muted'), shown, fieldNames, readBase, 'Mute');
          }}
        />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          onClose={() => setAsked(undefined)}
          title={`Delete ${shown.name}?`}
          description="Its history is deleted too."
          confirmLabel="Delete alert"
          cancelLabel="Keep it"
          isDangerous
          onConfirm={async () => {
            isDeleted.current = true; // what is read from now on would be an error
            await queries.cancelQueries({ queryKey: alertKeys.one(id) });
            const answer = await answered(deleteAlert({ id }));
            isDeleted.current = answer.ok;
            if (!answer.ok) return answer.problem.detail;
            void queries.invalidateQueries({ queryKey: alertKeys.one(id), refetchType: 'none' }); // Back reads it again
            toast.success('Alert deleted', { description: shown.name });
            router.push('/alerts');
            return undefined;
          }}
        />
      )}
    </div>
  );
}

/** In the place of an alert that is not there. */
function UnreadAlert({
  name = 'Alert',
  ...failure
}: {
  name?: string | undefined;
  title: string;
  problem: ShownProblem;
}) {
  return (
    <div className="p-4">
      <h1 className="sr-only">{name}</h1>
      <ErrorState {...failure}>
        <Link href="/alerts" className="text-accent text-sm hover:underline">
          All alerts
        </Link>
      </ErrorState>
    </div>
  );
}

const fieldNames = {
  name: 'the name',
  condition: 'the condition',
  channels: 'the channels',
  isEnabled: 'whether it is enabled',
  mutedUntil: 'the mute',
  repeatAfterInMs: 'how often it repeats',
} as const;

const quickUpdates = {
  unmute: { mutedUntil: null },
  enable: { isEnabled: true },
  disable: { isEnabled: false },
} as const;
