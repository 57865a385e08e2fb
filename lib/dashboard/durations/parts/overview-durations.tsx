'use client';
import { useState } from 'react';
import type { DurationMeasure } from '#contract';
import { DurationView } from '@/components/duration-map/duration-view.tsx';
import { selectedPath, withArea } from '@/components/duration-map/selected-area.ts';
import { useGo } from '@/components/shell/use-go.ts';
import { Card } from '@/components/ui/card.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { type OverviewWindow, windowWords } from '../../overview/overview-window.ts';
import { problemOf } from '../../problem/problem.ts';
import { writeMapTime } from '../duration-params.ts';
import { useDurations } from '../use-durations.ts';

/** The map of all tasks. A rectangle in it opens the list of its tasks, with the same map above. */
export function OverviewDurations({ window }: { window: OverviewWindow }) {
  const go = useGo();
  const [measure, setMeasure] = useState<DurationMeasure>('runTime');
  const { data, error, refetch, isPlaceholderData } = useDurations({ filter: [], measure, time: { window } });
  return (
    <Card title={`Durations of tasks that ended in the last ${windowWords[window]}`}>
      {data === undefined && error !== null && (
        <ErrorState
          className="m-3"
          title="The durations could not be read"
          problem={problemOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      <DurationView
        className="pt-0"
        durations={data}
        measure={measure}
        onMeasure={setMeasure}
        selected={undefined}
        isEarlier={isPlaceholderData}
        onSelect={(area) => {
          if (area === undefined || data === undefined) return;
          go(selectedPath(withArea([], measure, area), measure, writeMapTime(data)), 'The list of these tasks');
        }}
      />
    </Card>
  );
}
