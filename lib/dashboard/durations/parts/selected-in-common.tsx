'use client';
import { useQuery } from '@tanstack/react-query';
import { type DurationMeasure, numberText, type TaskComparison, type TaskDurations } from '#contract';
import { selectedPath } from '@/components/duration-map/selected-area.ts';
import { Differences } from '@/components/error/differences.tsx';
import { applyFilter, filterSearchParams } from '@/components/filter/apply-filter.ts';
import { type Clause, printFilter } from '@/components/filter/clause.ts';
import { taskFilters } from '@/components/task/task-filters.ts';
import { presentTime } from '@/components/ui/present.ts';
import { ReadCard } from '../../problem/parts/read-card.tsx';
import { fetchJson } from '../../query/fetch-json.ts';
import { writeMapTime } from '../duration-params.ts';

type SelectedInCommonProps = {
  filter: readonly Clause[];
  measure: DurationMeasure;
  /** The time of the map. */
  over: Pick<TaskDurations, 'from' | 'to'>;
};

/** Fields that differ because of the selection itself. */
const selecting: Readonly<Record<DurationMeasure, readonly string[]>> = {
  runTime: ['hour', 'duration'],
  queueWait: ['hour', 'queueWait'],
  stepTime: ['hour', 'duration'],
};

function isSelecting(measure: DurationMeasure, field: string): boolean {
  return selecting[measure].includes(field) || (measure === 'stepTime' && field.startsWith('step.'));
}

/** How the tasks of a rectangle differ from the rest of the map. */
export function SelectedInCommon({ filter, measure, over }: SelectedInCommonProps) {
  const text = printFilter(filter);
  const query = useQuery({
    queryKey: ['selected-in-common', text, measure, over.from, over.to],
    queryFn: async ({ signal }) => {
      const params = filterSearchParams(applyFilter(taskFilters, filter, new Date(presentTime())).query);
      params.set('othersEndedAfter', over.from);
      params.set('othersEndedBefore', over.to);
      const comparison = await fetchJson<TaskComparison>(`/api/comparison?${params}`, { signal });
      return { ...comparison, fields: comparison.fields.filter(({ field }) => !isSelecting(measure, field)) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="min-w-0 p-3">
      <ReadCard
        title="What the selected tasks have in common"
        query={query}
        failed="The tasks could not be compared"
        emptyWords={({ fields, matching, others }) =>
          fields.length > 0
            ? undefined
            : matching.count === 0 || others.count === 0
              ? 'There is nothing to compare with: all tasks of the map are on one side.'
              : `Nothing beyond chance: ${numberText(matching.count)} selected tasks and ${numberText(others.count)} others were compared.`
        }
      >
        {(comparison) => (
          <Differences
            comparison={comparison}
            filter={text}
            sides={['selected', 'the rest of the map']}
            pathOf={(narrowed) => selectedPath(narrowed, measure, writeMapTime(over))}
          />
        )}
      </ReadCard>
    </div>
  );
}
