import type { Span } from './time-axis.ts';

/** The place of a span among those that it overlaps. */
export type Lane = { lane: number; laneCount: number };

export const onlyLane: Lane = { lane: 0, laneCount: 1 };

/** Gives spans that overlap lanes of their own, the lowest free first; `laneCount` is that of their whole cluster. */
export function assignLanes(spans: readonly (Span | undefined)[]): Lane[] {
  const lanes = spans.map(() => ({ ...onlyLane }));
  const order = spans
    .flatMap((span, index) => (span === undefined ? [] : [{ ...span, index }]))
    .sort((one, other) => one.from - other.from || one.index - other.index);
  let cluster: Lane[] = [];
  let laneEnds: number[] = [];
  let lastEnd = Number.NEGATIVE_INFINITY;
  const closeCluster = () => {
    for (const place of cluster) place.laneCount = laneEnds.length;
    cluster = [];
    laneEnds = [];
  };
  for (const span of order) {
    if (lastEnd <= span.from) closeCluster();
    const free = laneEnds.findIndex((end) => end <= span.from);
    const lane = free === -1 ? laneEnds.length : free;
    laneEnds[lane] = span.to;
    lastEnd = Math.max(lastEnd, span.to);
    const place = lanes[span.index];
    if (place === undefined) continue;
    place.lane = lane;
    cluster.push(place);
  }
  closeCluster();
  return lanes;
}
