import { type LogLevel, numberText } from '#contract';

/** Which lines of a run's log are wanted; an absent member wants all. */
export type LogFilter = {
  /** This level and those above. */
  level?: LogLevel | undefined;
  search?: string | undefined;
  attempt?: number | undefined;
  sequence?: number | undefined;
};

const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** The levels from this one up, as the service's filter takes them. */
export function levelsFrom(level: LogLevel | undefined): LogLevel[] | undefined {
  return level === undefined || level === 'debug' ? undefined : order.slice(order.indexOf(level));
}

export function isFiltered(filter: LogFilter): boolean {
  return (
    levelsFrom(filter.level) !== undefined ||
    filter.search !== undefined ||
    filter.attempt !== undefined ||
    filter.sequence !== undefined
  );
}

/** The filter as query parameters of this dashboard's log routes. */
export function logFilterQuery(filter: LogFilter): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
  return query;
}

/** What the lines shown stand for, in one sentence: what was searched, how many were found, whether that is all. */
export function coverageSentence(
  filter: LogFilter,
  run: number,
  shown: { count: number; isComplete: boolean },
): string {
  const lines = `${numberText(shown.count)}${shown.isComplete ? '' : '+'} ${shown.count === 1 && shown.isComplete ? 'line' : 'lines'}`;
  if (!isFiltered(filter) && shown.isComplete && shown.count === 1) return `The only line of run ${run}.`;
  if (!isFiltered(filter))
    return shown.isComplete ? `All ${lines} of run ${run}.` : `${lines} of run ${run}; more are loaded as you scroll.`;
  const matches =
    shown.count === 0 ? 'No matches' : `${lines} ${shown.count === 1 && shown.isComplete ? 'matches' : 'match'}`;
  return `${matches} among every line of run ${run}${shown.isComplete ? '' : '; more are loaded as you scroll'}.`;
}
