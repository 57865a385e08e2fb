'use client';
import { useQueryStates } from 'nuqs';
import type { DurationMeasure } from '#contract';
import type { Area } from '@/components/duration-map/duration-map.model.ts';
import { DurationView } from '@/components/duration-map/duration-view.tsx';
import { selectedArea, withArea, withoutArea } from '@/components/duration-map/selected-area.ts';
import type { Clause } from '@/components/filter/clause.ts';
import { Button } from '@/components/ui/button.tsx';
import { ErrorState } from '@/components/ui/error-state.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { windowNames } from '../../overview/overview-window.ts';
import { problemOf } from '../../problem/problem.ts';
import { taskListParams } from '../../task/task-list-state.ts';
import { durationParams, type MapTime, readMapTime, writeMapTime } from '../duration-params.ts';
import { useDurations } from '../use-durations.ts';
import { SelectedInCommon } from './selected-in-common.tsx';

/** The map of the listed tasks. What is selected in it is a part of the list's filter, and so of its address. */
export function ListDurations() {
  const [{ filter, map, over }, setUrl] = useQueryStates({ ...taskListParams, ...durationParams }, { history: 'push' });
  const measure = map ?? 'runTime';
  const time = timeOf(filter, over);
  const drawn = time === undefined ? withoutMeasure(filter, measure) : withoutArea(filter, measure);
  const query = useDurations({ filter: drawn, measure, time });
  const durations = query.data;
  const selected = durations && selectedArea(filter, measure, durations);
  const select = (area: Area | undefined) => {
    if (durations === undefined) return;
    if (area === undefined) return void setUrl({ filter: withoutArea(filter, measure), over: null });
    void setUrl({ filter: withArea(filter, measure, area), over: writeMapTime(durations), sort: 'endedOn desc' });
  };
  return (
    <section
      aria-label="Durations"
      className="grid max-h-[55vh] shrink-0 overflow-y-auto border-line border-t lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      {durations === undefined && query.error !== null && (
        <ErrorState
          className="m-3 lg:col-span-2"
          title="The durations could not be read"
          problem={problemOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      )}
      <DurationView
        durations={durations}
        measure={measure}
        onMeasure={(next) => void setUrl({ map: next, filter: withoutMeasure(filter, measure) })}
        selected={selected}
        onSelect={select}
        isEarlier={query.isPlaceholderData}
      >
        {selected !== undefined ? (
          <Button size="sm" onClick={() => select(undefined)}>
            Clear selection
          </Button>
        ) : (
          time !== undefined && (
            <SegmentedControl
              label="Time range"
              options={windowNames.map((name) => ({ value: name, label: name }))}
              value={'window' in time ? time.window : '24h'}
              onChange={(name) => void setUrl({ over: name })}
              className="h-7"
            />
          )
        )}
        {measure === 'stepTime' && !hasClause(filter, 'step') && (
          <p className="text-muted text-xs">The longest step of each task. Add step:name to the filter for one step.</p>
        )}
      </DurationView>
      {durations !== undefined && selected !== undefined && (
        <SelectedInCommon filter={filter} measure={measure} over={durations} />
      )}
    </section>
  );
}

/** The filter's own times of ending are the map's, as long as the address fixes none. */
function timeOf(filter: readonly Clause[], over: string | null): MapTime | undefined {
  const time = readMapTime(over);
  return 'window' in time && hasClause(filter, 'ended') ? undefined : time;
}

function hasClause(filter: readonly Clause[], key: string): boolean {
  return filter.some((clause) => clause.kind === 'field' && clause.key === key);
}

function withoutMeasure(filter: readonly Clause[], measure: DurationMeasure): Clause[] {
  const kept = new Set(withoutArea(filter, measure));
  return filter.filter((clause) => kept.has(clause) || (clause.kind === 'field' && clause.key === 'ended'));
}
