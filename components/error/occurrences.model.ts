import type { ErrorGroupDetails } from '#contract';

/** A bar of the chart: an interval with the failures of each version, in the order of the versions. */
export type Bar = { on: string; counts: readonly number[]; total: number };

/** A version that was first registered inside the window, at a part of its width from 0 to 1. */
export type Marker = { version: string; registeredOn: string; at: number };

/** Returns the bars of the chart. */
export function barsOf({ occurrences, versions }: Pick<ErrorGroupDetails, 'occurrences' | 'versions'>): Bar[] {
  const from = Date.parse(occurrences.from);
  return occurrences.counts.map((total, place) => ({
    on: new Date(from + place * occurrences.intervalInMs).toISOString(),
    counts: versions.map(({ counts }) => counts[place] ?? 0),
    total,
  }));
}

/** Returns when versions were first registered, as far as that is in the window. */
export function markersOf({ occurrences, versions }: Pick<ErrorGroupDetails, 'occurrences' | 'versions'>): Marker[] {
  const from = Date.parse(occurrences.from);
  const width = occurrences.counts.length * occurrences.intervalInMs;
  return versions.flatMap(({ version, registeredOn }) => {
    if (version === undefined || registeredOn === undefined) return [];
    const at = (Date.parse(registeredOn) - from) / width;
    return at < 0 || at > 1 ? [] : [{ version, registeredOn, at }];
  });
}
