import { formatDuration } from '../ui/duration.tsx';
import type { Span } from './time-axis.ts';

/** Where the time of a run went, in milliseconds. Together they are its whole length. */
export type TimeSums = { queue: number; own: number; children: number; waits: number; backoff: number; other: number };

/** What counts where several go on at once: a run that waits for children that work is not idle. */
const order = ['own', 'children', 'waits', 'backoff', 'queue'] as const;

type Spans = Readonly<Record<(typeof order)[number], readonly Span[]>>;

/** Divides the time of a run among what it did. Every moment is counted once. */
export function sumTimes(extent: Span, spans: Spans): TimeSums {
  const sums: TimeSums = { queue: 0, own: 0, children: 0, waits: 0, backoff: 0, other: 0 };
  const edges = order.flatMap((kind) =>
    spans[kind].flatMap(({ from, to }) => [
      { at: clamp(extent, from), kind, by: 1 },
      { at: clamp(extent, to), kind, by: -1 },
    ]),
  );
  const open = { queue: 0, own: 0, children: 0, waits: 0, backoff: 0 };
  let at = extent.from;
  for (const edge of edges.sort((one, other) => one.at - other.at)) {
    sums[order.find((kind) => open[kind] > 0) ?? 'other'] += edge.at - at;
    open[edge.kind] += edge.by;
    at = edge.at;
  }
  sums.other += Math.max(0, extent.to - at);
  return sums;
}

const clamp = ({ from, to }: Span, time: number) => Math.min(Math.max(time, from), to);

const words = {
  queue: 'Queue',
  own: 'Own work',
  children: 'Children',
  waits: 'Waits',
  backoff: 'Backoff',
  other: 'Other',
} as const;

/** `Queue 3 ms · Own work 602 ms · Waits 6 min 09 s · Other 12 ms`, without what did not occur. */
export function timeSentence(sums: TimeSums): string {
  return (['queue', 'own', 'children', 'waits', 'backoff', 'other'] as const)
    .filter((kind) => sums[kind] >= 1)
    .map((kind) => `${words[kind]} ${formatDuration(sums[kind])}`)
    .join(' · ');
}
