import type { DurationMeasure } from '#contract';
import { applyFilter } from '@/components/filter/apply-filter.ts';
import { type Clause, fieldClause, printFilter } from '@/components/filter/clause.ts';
import { boundText } from '@/components/filter/duration-filter.ts';
import { taskFilters } from '@/components/task/task-filters.ts';
import type { Area } from './duration-map.model.ts';

const filterKeys: Readonly<Record<DurationMeasure, string>> = {
  runTime: 'took',
  queueWait: 'waited',
  stepTime: 'steptook',
};
const bounds = {
  runTime: ['minimumRunTimeInMs', 'maximumRunTimeInMs'],
  queueWait: ['minimumQueueWaitInMs', 'maximumQueueWaitInMs'],
  stepTime: ['minimumStepTimeInMs', 'maximumStepTimeInMs'],
} as const;

/** A filter without the clauses that select in time and duration: what a map is drawn of. */
export function withoutArea(clauses: readonly Clause[], measure: DurationMeasure): Clause[] {
  return clauses.filter(
    (clause) => clause.kind === 'text' || (clause.key !== 'ended' && clause.key !== filterKeys[measure]),
  );
}

/** A filter that selects a rectangle, so that the list, its address and bulk operations mean the same tasks. */
export function withArea(clauses: readonly Clause[], measure: DurationMeasure, area: Area): Clause[] {
  const { from, to, minimumInMs, maximumInMs } = area;
  return [
    ...withoutArea(clauses, measure),
    fieldClause('ended', `>${new Date(from).toISOString()}`),
    fieldClause('ended', `<${new Date(to).toISOString()}`),
    fieldClause(filterKeys[measure], `>${boundText(minimumInMs)}`),
    ...(maximumInMs === undefined ? [] : [fieldClause(filterKeys[measure], `<${boundText(maximumInMs)}`)]),
  ];
}

/** The rectangle that a filter selects in a time. `undefined` when it has no bound of the measure. */
export function selectedArea(
  clauses: readonly Clause[],
  measure: DurationMeasure,
  within: { from: string; to: string },
): Area | undefined {
  const { query } = applyFilter(taskFilters, clauses, new Date(within.to));
  const [minimum, maximum] = bounds[measure].map((field) => query[field]);
  if (minimum === undefined && maximum === undefined) return undefined;
  const time = (value: string | string[] | undefined, otherwise: string) => Date.parse(String(value ?? otherwise));
  return {
    from: time(query.endedAfter, within.from),
    to: time(query.endedBefore, within.to),
    minimumInMs: Number(minimum ?? 0),
    maximumInMs: maximum === undefined ? undefined : Number(maximum),
  };
}

/** The address of the task list with a rectangle of a map. `over` is the time of the map. */
export function selectedPath(clauses: readonly Clause[] | string, measure: DurationMeasure, over: string): string {
  const filter = typeof clauses === 'string' ? clauses : printFilter(clauses);
  return `/tasks?${new URLSearchParams({ filter, sort: 'endedOn desc', map: measure, over })}`;
}
