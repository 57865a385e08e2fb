'use client';
import { Rocket } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import type { ReactNode } from 'react';
import { ErrorList } from '@/components/overview/error-list.tsx';
import { Figures } from '@/components/overview/figures.tsx';
import { NextSchedules } from '@/components/overview/next-schedules.tsx';
import { NotMoving } from '@/components/overview/not-moving.tsx';
import { OverviewSkeleton } from '@/components/overview/overview-skeleton.tsx';
import { StatusCounts } from '@/components/overview/status-counts.tsx';
import { Throughput } from '@/components/overview/throughput.tsx';
import { laterPart } from '@/components/shell/later-part.ts';
import { NewLink } from '@/components/task/new-link.tsx';
import { BoundsNote } from '@/components/ui/bounds.tsx';
import { DataAge } from '@/components/ui/data-age.tsx';
import { EmptyList } from '@/components/ui/empty-list.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { useMay } from '@/lib/dashboard/access/scopes-context.tsx';
import { UnknownAddress } from '@/lib/dashboard/list/parts/unknown-address.tsx';
import {
  type OverviewWindow,
  overviewParams,
  windowNames,
  windowWords,
} from '@/lib/dashboard/overview/overview-window.ts';
import { GroupAction } from '@/lib/dashboard/overview/parts/group-action.tsx';
import type { AskedGroup } from '@/lib/dashboard/overview/parts/group-dialog.tsx';
import type { Overview } from '@/lib/dashboard/overview/read-overview.ts';
import { useGroupDialog } from '@/lib/dashboard/overview/use-group-dialog.tsx';
import { useOverview } from '@/lib/dashboard/overview/use-overview.ts';
import { problemOf } from '@/lib/dashboard/problem/problem.ts';
import { useShown } from '@/lib/dashboard/query/use-shown.ts';
import { LoadSamplesButton } from '@/lib/dashboard/samples/parts/load-samples-button.tsx';
import { useHasSamples } from '@/lib/dashboard/samples/use-has-samples.ts';

const Durations = laterPart(
  () => import('@/lib/dashboard/durations/parts/overview-durations.tsx').then((loaded) => loaded.OverviewDurations),
  () => <Skeleton className="h-80 rounded-lg" />,
);

/** How tasks fare: is anything wrong, and where to look. */
export function OverviewPage() {
  const [{ window }, setUrl] = useQueryStates(overviewParams);
  const { ask, dialog } = useGroupDialog();
  const { data, error, isPlaceholderData, refetch } = useOverview(window);
  const shown = useShown(window, isPlaceholderData);

  return (
    <div className="mx-auto grid w-full max-w-[120rem] gap-4 p-3 sm:p-4">
      <PageHeader title="Overview" />
      <UnknownAddress params={overviewParams} />
      <BoundsNote />
      {error !== null && (
        <ErrorState title="The overview could not be read" problem={problemOf(error)} onRetry={() => refetch()} />
      )}
      {data === undefined ? (
        error === null && <OverviewSkeleton />
      ) : (
        <OverviewBody
          overview={data}
          shown={shown}
          window={window}
          onAsk={ask}
          lookBack={
            <SegmentedControl
              label="Time range"
              options={windowNames.map((name) => ({ value: name, label: name }))}
              value={window}
              onChange={(name) => void setUrl({ window: name })}
              className="h-7"
            />
          }
        />
      )}
      {dialog}
    </div>
  );
}

type OverviewBodyProps = {
  overview: Overview;
  /** The window of the figures, while those of `window` are read. */
  shown: OverviewWindow;
  window: OverviewWindow;
  lookBack: ReactNode;
  onAsk: (asked: AskedGroup) => void;
};

function OverviewBody({ overview, shown, window, lookBack, onAsk }: OverviewBodyProps) {
  const windowName = windowWords[shown];
  if (overview.byStatus.every(({ count }) => count === 0)) return <NothingYet workers={overview.workers.live} />;
  return (
    <>
      <DataAge ageInMs={overview.dataAgeInMs} />
      <StatusCounts counts={overview.byStatus} />
      <div className="grid gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(16rem,1fr)]">
        <Throughput
          ended={overview.ended}
          intervalInMs={overview.intervalInMs}
          windowName={windowName}
          lookBack={lookBack}
        />
        <Figures overview={overview} />
      </div>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <NotMoving groups={overview.stuck} actionOf={(group) => <GroupAction group={group} onAsk={onAsk} />} />
        <ErrorList errors={overview.errors} windowName={windowName} />
      </div>
      <Durations window={window} />
      <NextSchedules schedules={overview.nextSchedules} />
    </>
  );
}

function NothingYet({ workers }: { workers: number }) {
  const hasSamples = useHasSamples();
  const { reason } = useMay('tasks/create');
  return (
    <EmptyList
      icon={Rocket}
      title="No tasks yet"
      action={
        <>
          <LoadSamplesButton />
          <NewLink href="/tasks/new" reason={reason} isSecond={hasSamples}>
            New task
          </NewLink>
        </>
      }
    >
      <p>
        The overview shows what runs, what failed and why, and what does not move.
        {hasSamples && ' The sample tasks show all of it.'}
      </p>
      {workers === 0 && <p className="mt-2">No live worker. Tasks wait until a worker starts.</p>}
    </EmptyList>
  );
}
