import { parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { type DurationMeasure, durationMeasures, type TaskDurations } from '#contract';
import { applyFilter, filterSearchParams } from '@/components/filter/apply-filter.ts';
import { type Clause, printFilter } from '@/components/filter/clause.ts';
import { taskFilters } from '@/components/task/task-filters.ts';
import { type OverviewWindow, overviewWindows, windowNames } from '../overview/overview-window.ts';

/** What an address says of a map of durations: its measure, when it is shown, and the time that it covers. */
export const durationParams = { map: parseAsStringLiteral(durationMeasures), over: parseAsString };

/** The time of a map: the last hours or days, or a fixed time, which keeps a selection in its place. */
export type MapTime = { window: OverviewWindow } | { from: string; to: string };

const defaultWindow = '24h' satisfies OverviewWindow;
const separator = '~';

/** Reads a time from an address. Anything else is the last 24 hours. */
export function readMapTime(over: string | null): MapTime {
  const [from = '', to = ''] = (over ?? '').split(separator);
  if (Date.parse(from) < Date.parse(to)) return { from, to };
  return { window: windowNames.find((name) => name === over) ?? defaultWindow };
}

/** A fixed time, as an address has it. */
export function writeMapTime({ from, to }: Pick<TaskDurations, 'from' | 'to'>): string {
  return `${from}${separator}${to}`;
}

/** What a map is drawn of. `filter` has no times of ending, unless `time` is undefined: then they are the map's. */
export type MapQuery = { filter: readonly Clause[]; measure: DurationMeasure; time: MapTime | undefined };

/** The parameters of the map's GET handler. */
export function mapSearchParams({ filter, measure, time }: MapQuery, now: Date): URLSearchParams {
  const { query } = applyFilter(taskFilters, filter, now);
  const params = filterSearchParams({ ...query, measure });
  if (time === undefined) return params;
  const [from, to] =
    'window' in time
      ? [new Date(now.getTime() - overviewWindows[time.window]).toISOString(), undefined]
      : [time.from, time.to];
  params.set('endedAfter', from);
  if (to !== undefined) params.set('endedBefore', to);
  return params;
}

/** Where a map is kept in the cache. Its measure comes first: another measure is another map. */
export function mapKey({ filter, measure, time }: MapQuery) {
  return ['task-durations', measure, printFilter(filter), JSON.stringify(time ?? null)] as const;
}
