'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { newAlertPath } from '@/components/alert/alert-path.ts';
import { causeWords } from '@/components/error/cause-title.tsx';
import { type DecisionName, GroupHeader } from '@/components/error/group-header.tsx';
import { LatestError } from '@/components/error/latest-error.tsx';
import { Occurrences } from '@/components/error/occurrences.tsx';
import { useNamedCrumb } from '@/components/shell/crumb-names.ts';
import { laterDialog } from '@/components/shell/later-part.ts';
import { useGo } from '@/components/shell/use-go.ts';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { KeptHeight } from '@/components/ui/kept-height.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';
import { copyParts } from '@/lib/dashboard/copy/copy-parts.ts';
import { updateErrorGroup } from '@/lib/dashboard/error/actions.ts';
import { errorParams } from '@/lib/dashboard/error/error-params.ts';
import { errorKeys, errorPath, errorWindows } from '@/lib/dashboard/error/error-queries.ts';
import { DoneAbout } from '@/lib/dashboard/error/parts/done-about.tsx';
import type { AskedDecision } from '@/lib/dashboard/error/parts/group-dialog.tsx';
import { InCommon } from '@/lib/dashboard/error/parts/in-common.tsx';
import { WorkedLastTime } from '@/lib/dashboard/error/parts/worked-last-time.tsx';
import type { ShownErrorGroup } from '@/lib/dashboard/error/read-error-group.ts';
import { UnknownAddress } from '@/lib/dashboard/list/parts/unknown-address.tsx';
import { useKeptCurrent } from '@/lib/dashboard/live/use-kept-current.ts';
import { useRefresh } from '@/lib/dashboard/live/use-refresh.ts';
import { windowWords } from '@/lib/dashboard/overview/overview-window.ts';
import { WhoElse } from '@/lib/dashboard/presence/parts/who-else.tsx';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { tellFailure } from '@/lib/dashboard/problem/tell-failure.ts';
import { fetchJson } from '@/lib/dashboard/query/fetch-json.ts';
import { readNow, whileConnected } from '@/lib/dashboard/query/read-again.ts';
import { useLastFailure } from '@/lib/dashboard/query/use-last-failure.ts';
import { useShown } from '@/lib/dashboard/query/use-shown.ts';
import { useErrorFrames } from '@/lib/dashboard/run/use-error-frames.ts';

const GroupDialog = laterDialog(() =>
  import('@/lib/dashboard/error/parts/group-dialog.tsx').then((loaded) => loaded.GroupDialog),
);

const StartBulk = laterDialog(() =>
  import('@/lib/dashboard/bulk/parts/start-bulk.tsx').then((loaded) => loaded.StartBulk),
);

const CopyDialog = laterDialog(() =>
  import('@/lib/dashboard/copy/parts/copy-dialog.tsx').then((loaded) => loaded.CopyDialog),
);

const refreshInMs = 2_000;

/** One cause: how often and since when, in which versions, what it says, and what was done about it. */
export function ErrorGroupPage({ id }: { id: string }) {
  const [{ window }, setUrl] = useQueryStates(errorParams);
  const { reason } = useMay('tasks/update');
  const { reason: alertReason } = useMay('alerts/manage');
  const go = useGo();
  const [dialog, setDialog] = useState<AskedDecision>();
  const [isRerunning, setRerunning] = useState(false);
  const [isTakingAlong, setTakingAlong] = useState(false);
  const {
    data,
    error: failure,
    isPlaceholderData,
    refetch,
  } = useQuery({
    queryKey: errorKeys.group(id, window),
    queryFn: ({ signal }) => fetchJson<ShownErrorGroup>(errorPath(id, window), { signal }),
    placeholderData: keepPreviousData,
  });
  const error = useLastFailure({ key: errorKeys.group(id, window), data, error: failure });
  useKeptCurrent(useRefresh(errorKeys.group(id, window)), refreshInMs);
  const shown = useShown(window, isPlaceholderData);
  const { latest, mapped, names } = useReadLatest(data);
  useNamedCrumb(id, data && causeWords(data));
  if (data === undefined)
    return error === null ? null : (
      <ErrorState
        className="m-4"
        title="The error could not be read"
        problem={problemOf(error)}
        onRetry={() => refetch()}
      />
    );

  const decide = async (name: DecisionName) => {
    if (name !== 'open') return setDialog(name);
    await tellFailure('The error was not opened', updateErrorGroup({ id: data.id, update: { status: 'open' } }));
    void refetch();
  };

  return (
    // what comes after a card that is still read would be moved by it, and waits
    <div className="mx-auto grid w-full max-w-[120rem] grid-cols-[minmax(0,1fr)] gap-4 p-3 sm:p-4 [&>:has(>[aria-busy=true])~*]:hidden">
      <GroupHeader
        group={data}
        reason={reason}
        onDecide={(name) => void decide(name)}
        onRerun={() => setRerunning(true)}
        alertReason={alertReason}
        onAlert={() => go(newAlertPath({ kind: 'cause', group: data.id, name: causeWords(data) }), 'The new alert')}
        onTakeAlong={() => setTakingAlong(true)}
        others={<WhoElse record={{ kind: 'errorGroup', id: data.id }} />}
      />
      <UnknownAddress params={errorParams} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Occurrences
          group={data}
          windowName={windowWords[shown]}
          actions={
            <SegmentedControl
              label="Time range"
              options={errorWindows.map((name) => ({ value: name, label: name }))}
              value={window}
              onChange={(name) => void setUrl({ window: name })}
              className="h-7"
            />
          }
        />
        <KeptHeight>
          <LatestError group={{ ...data, latest }} names={names} mapped={mapped} />
        </KeptHeight>
      </div>
      <InCommon groupId={data.id} />
      <WorkedLastTime groupId={data.id} />
      <DoneAbout key={errorKeys.audit(data.id).join(' ')} group={data} />
      {isRerunning && (
        <StartBulk
          kind="rerun"
          selection={{ query: new URLSearchParams({ group: data.id, status: 'failed' }).toString() }}
          onStarted={() => setRerunning(false)}
          onClose={() => setRerunning(false)}
        />
      )}
      {isTakingAlong && (
        <CopyDialog
          what="this error"
          parts={copyParts.errorGroup}
          path={`/api/errors/${encodeURIComponent(data.id)}/copy`}
          params={{ window }}
          onClose={() => setTakingAlong(false)}
        />
      )}
      {dialog !== undefined && (
        <GroupDialog
          kind={dialog}
          group={data}
          readNow={() => readNow(refetch)}
          onClose={() => setDialog(undefined)}
          onDone={async () => {
            await whileConnected(refetch()); // a form that is opened next is filled from what is there now
            setDialog(undefined);
          }}
        />
      )}
    </div>
  );
}

/** The newest failure whose stack has been read. The one before it stays until then, so that nothing moves. */
function useReadLatest(group: ShownErrorGroup | undefined) {
  const latest = group?.latest;
  const names = group?.taskNames;
  const mapped = useErrorFrames(latest);
  const [kept, keep] = useState({ latest, mapped, names });
  const isRead = mapped !== undefined || latest?.error.stack === undefined || kept.latest === undefined;
  const isSame = kept.latest === latest && kept.mapped === mapped;
  if (isRead && !isSame) keep({ latest, mapped, names });
  return isRead ? { latest, mapped, names } : kept;
}
