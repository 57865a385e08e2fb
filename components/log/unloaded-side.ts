import type { LogPage, LogWindow } from './log-window.ts';

/** Where the line nearest to a time is, seen from the lines in memory. */
type UnloadedSide = 'earlier' | 'later';

/**
 * Returns on which side of the loaded lines the line nearest to a time is, when it is not among them. A log has its lines in
 * the order of writing, which is nearly the order of time.
 */
export function unloadedSide({ pages, hasOlder, hasNewer }: LogWindow, at: number): UnloadedSide | undefined {
  const index = pages.findLastIndex(({ firstAt }) => firstAt <= at);
  const [before, after] = [pages[index], pages[index + 1]];
  if (before === undefined) return after !== undefined && (hasOlder || !isLoaded(after)) ? 'earlier' : undefined;
  if (at > before.lastAt && after === undefined) return hasNewer || !isLoaded(before) ? 'later' : undefined;
  const isNextNearer = after !== undefined && after.firstAt - at < at - before.lastAt;
  const nearest = isNextNearer ? index + 1 : index;
  if (pages[nearest]?.lines !== undefined) return undefined;
  return nearest < pages.findIndex(isLoaded) ? 'earlier' : 'later';
}

function isLoaded({ lines }: LogPage): boolean {
  return lines !== undefined;
}
