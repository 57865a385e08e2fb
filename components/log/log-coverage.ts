import { numberText } from '#contract';

/** What of the logs a list shows. */
type LogCoverage = {
  count: number;
  isFiltered: boolean;
  hasMore: boolean;
  /** How far back the search has come, in words, where it stopped before its page was full. */
  searchedTo: string | undefined;
};

/** Says what the lines shown stand for: how many were found, and how far back was searched. */
export function foundLogWords({ count, isFiltered, hasMore, searchedTo }: LogCoverage): string {
  const lines = `${numberText(count)}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? 'line' : 'lines'}`;
  if (searchedTo !== undefined) return `${count === 0 ? 'No line' : lines} found. Searched back to ${searchedTo}.`;
  if (hasMore) return `${lines}; more are loaded as you scroll.`;
  return isFiltered ? `${lines} found in all logs that are kept.` : `All ${lines} that are kept.`;
}
