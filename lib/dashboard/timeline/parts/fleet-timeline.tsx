'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import type { Timeline } from '#contract';
import { pan, type Span, zoom } from '@/components/timeline/timeline.model.ts';
import { TimelineLanes } from '@/components/timeline/timeline-lanes.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Card, CardEmpty } from '@/components/ui/card.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { presentTime, serverTimeOf } from '@/components/ui/present.ts';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { Skeleton } from '@/components/ui/skeleton.tsx';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { readDuring, timelineParams, timelineWindowNames, timelineWindows, writeDuring } from '../timeline-params.ts';

const refreshInMs = 5_000;
const laneWords = { worker: 'Runs by worker', queue: 'Runs by queue' } as const;

/** Who ran what when: runs by worker or queue, at any zoom. */
export function FleetTimeline() {
  const [{ by, during }, setUrl] = useQueryStates(timelineParams, { history: 'push' });
  const time = readDuring(during);
  const isFixed = typeof time !== 'string';
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['timeline', by, during],
    queryFn: async ({ signal }) => {
      const span = isFixed ? time : { from: presentTime() - timelineWindows[time], to: undefined };
      const params = new URLSearchParams({ by, from: new Date(span.from).toISOString() });
      if (span.to !== undefined) params.set('to', new Date(span.to).toISOString());
      return { ...(await fetchJson<Timeline>(`/api/timeline?${params}`, { signal })), by };
    },
    placeholderData: keepPreviousData,
    refetchInterval: isFixed ? false : refreshInMs,
  });
  const show = (change: (span: Span, now: number) => Span) => {
    if (data === undefined) return;
    const span = { from: Date.parse(data.from), to: Date.parse(data.to) };
    void setUrl({ during: writeDuring(change(span, presentTime())) });
  };
  return (
    <Card
      title="Who ran what when"
      actions={
        <>
          <SegmentedControl
            label="Lanes"
            options={[
              { value: 'worker', label: 'By worker' },
              { value: 'queue', label: 'By queue' },
            ]}
            value={by}
            onChange={(next) => void setUrl({ by: next })}
            className="h-7"
          />
          <SegmentedControl
            label="Time before now"
            options={timelineWindowNames.map((name) => ({ value: name, label: name }))}
            value={isFixed ? '' : time}
            onChange={(name) => void setUrl({ during: name })}
            className="h-7"
          />
          {[
            { name: 'Earlier', icon: ChevronLeft, change: (span: Span, now: number) => pan(span, -0.5, now) },
            { name: 'Later', icon: ChevronRight, change: (span: Span, now: number) => pan(span, 0.5, now) },
            { name: 'Zoom in', icon: ZoomIn, change: (span: Span, now: number) => zoom(span, 0.5, now) },
            { name: 'Zoom out', icon: ZoomOut, change: (span: Span, now: number) => zoom(span, 2, now) },
          ].map(({ name, icon: Icon, change }) => (
            <Button
              key={name}
              variant="ghost"
              size="sm"
              iconOnly
              aria-label={name}
              title={name}
              onClick={() => show(change)}
            >
              <Icon aria-hidden />
            </Button>
          ))}
        </>
      }
    >
      {data === undefined && error !== null && (
        <ErrorState
          className="m-3"
          title="The timeline could not be read"
          problem={problemOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined ? (
        error === null && <Skeleton className="m-3 h-24" />
      ) : data.lanes.length === 0 ? (
        <CardEmpty>No run in this time.</CardEmpty>
      ) : (
        <TimelineLanes
          timeline={data}
          now={serverTimeOf(dataUpdatedAt)}
          label={laneWords[data.by]}
          onZoom={(span) => void setUrl({ during: writeDuring(span) })}
        />
      )}
      {data?.load !== undefined && (
        <p className="px-3 pb-2 text-muted text-xs">
          More than 1,000 runs: the bars are the runs at a time. Zoom in to see each run.
        </p>
      )}
      {data?.isPartial && <p className="px-3 pb-2 text-caution text-xs">Only a part of what ran is shown.</p>}
    </Card>
  );
}
