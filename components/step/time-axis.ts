/** A span of time, in milliseconds since the epoch; `to` is never before `from`. */
export type Span = { from: number; to: number };

/** A stretch in which nothing ran, drawn shorter than it was. Positions are shares (0 to 1) of the axis. */
type CollapsedSpan = Span & { start: number; end: number };

/** Maps times to shares of the drawn width: 0 is the beginning, 1 the end; later times never lie further left. */
export type TimeAxis = Span & {
  collapsed: readonly CollapsedSpan[];
  position: (time: number) => number;
};

/** Idle time is collapsed when it is at least this long, and longer than all that ran. */
const shortestCollapsedMs = 1_000;
/** What ran for less gets no more room than it took: its milliseconds would fill the axis, and the waits nearly vanish. */
const shortestMagnifiedMs = 100;
/** Wide enough for the label of a break. */
const collapsedShare = 0.16;
const allCollapsedShare = 0.5;

/**
 * The axis of a run. `busy` is when something ran: what lies between may be collapsed, so that ten steps around a
 * week's wait can all be seen. With `collapsesIdle` false the axis is linear.
 */
export function buildTimeAxis(extent: Span, busy: readonly Span[], collapsesIdle = true): TimeAxis {
  const { from } = extent;
  const to = Math.max(extent.to, from + 1);
  const idle = collapsesIdle ? longIdleSpans({ from, to }, busy) : [];
  if (idle.length === 0) {
    return { from, to, collapsed: [], position: (time) => clamp((time - from) / (to - from)) };
  }
  const shown = Math.max(to - from - lengthOf(idle), 1);
  const share = Math.min(collapsedShare, allCollapsedShare / idle.length);
  const drawn = (shown * share) / (1 - share * idle.length);
  const total = shown + drawn * idle.length;

  const breaks: CollapsedSpan[] = [];
  let removed = 0;
  for (const span of idle) {
    const start = span.from - from - removed;
    breaks.push({ ...span, start: clamp(start / total), end: clamp((start + drawn) / total) });
    removed += span.to - span.from - drawn;
  }
  return { from, to, collapsed: breaks, position: (time) => positionAmong(breaks, { from, to }, time) };
}

function positionAmong(breaks: readonly CollapsedSpan[], extent: Span, time: number): number {
  if (time <= extent.from) return 0;
  if (time >= extent.to) return 1;
  let before: { time: number; share: number } = { time: extent.from, share: 0 };
  for (const span of breaks) {
    if (time < span.from) return between(before, { time: span.from, share: span.start }, time);
    if (time <= span.to) {
      return between({ time: span.from, share: span.start }, { time: span.to, share: span.end }, time);
    }
    before = { time: span.to, share: span.end };
  }
  return between(before, { time: extent.to, share: 1 }, time);
}

/** The time at a share of the axis: what `position` maps to it, within a millisecond. */
export function timeAt(axis: TimeAxis, share: number): number {
  let { from, to } = axis;
  while (to - from > 0.5) {
    const middle = (from + to) / 2;
    if (axis.position(middle) < share) from = middle;
    else to = middle;
  }
  return Math.round(to);
}

type Point = { time: number; share: number };

function between(left: Point, right: Point, time: number): number {
  if (right.time <= left.time) return left.share;
  return left.share + ((time - left.time) / (right.time - left.time)) * (right.share - left.share);
}

/** The gaps between busy spans that are worth collapsing, in order. */
function longIdleSpans(extent: Span, busy: readonly Span[]): Span[] {
  const ran = mergeSpans(busy.map((span) => within(extent, span)));
  const gaps: Span[] = [];
  let end = extent.from;
  for (const span of ran) {
    if (span.from > end) gaps.push({ from: end, to: span.from });
    end = Math.max(end, span.to);
  }
  if (end < extent.to) gaps.push({ from: end, to: extent.to });
  const ranInMs = lengthOf(ran);
  if (ranInMs < shortestMagnifiedMs) return [];
  const longest = Math.max(shortestCollapsedMs, ranInMs);
  return gaps.filter((gap) => gap.to - gap.from > longest);
}

/** The union of spans, in order, without overlaps. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last !== undefined && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}

function within(extent: Span, span: Span): Span {
  const from = Math.min(Math.max(span.from, extent.from), extent.to);
  return { from, to: Math.min(Math.max(span.to, from), extent.to) };
}

const lengthOf = (spans: readonly Span[]) => spans.reduce((sum, span) => sum + span.to - span.from, 0);
const clamp = (share: number) => Math.min(1, Math.max(0, share));

const tickSteps = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 18e5, 36e5,
].concat([72e5, 216e5, 432e5, 864e5, 6048e5]);

/** Round offsets from the beginning (milliseconds) with their position; collapsed stretches carry none. */
export function axisTicks(axis: TimeAxis, wanted = 6): { offsetInMs: number; position: number }[] {
  const drawn = axis.to - axis.from - lengthOf(axis.collapsed);
  const step = tickSteps.find((size) => drawn / size <= wanted) ?? 6048e5;
  const ticks: { offsetInMs: number; position: number }[] = [];
  let shown = -1;
  for (const piece of shownPieces(axis)) {
    for (
      let offset = Math.ceil((piece.from - axis.from) / step) * step;
      offset <= piece.to - axis.from;
      offset += step
    ) {
      const position = axis.position(axis.from + offset);
      if (position - shown < 0.05) continue;
      ticks.push({ offsetInMs: offset, position });
      shown = position;
    }
  }
  return ticks;
}

function shownPieces(axis: TimeAxis): Span[] {
  const pieces: Span[] = [];
  let from = axis.from;
  for (const gap of axis.collapsed) {
    pieces.push({ from, to: gap.from });
    from = gap.to;
  }
  pieces.push({ from, to: axis.to });
  return pieces;
}
