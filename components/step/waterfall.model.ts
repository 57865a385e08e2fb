import { isEnded, type StepStatus, type TaskStatus } from '#contract';
import type { StepView } from './step-view.ts';
import { buildTimeAxis, type Span, type TimeAxis } from './time-axis.ts';

/** What the waterfall knows of a run. */
export type WaterfallRun = {
  status: TaskStatus;
  queuedOn: string;
  startedOn?: string | undefined;
  endedOn?: string | undefined;
};

/** What a part of a bar stands for; `wait` and `backoff` cost no worker and are hatched. */
export type SegmentKind = 'queue' | 'run' | 'attempt' | 'backoff' | 'wait';

/** A part of a bar. `isOpen`: it has not ended and grows with time. */
export type Segment = Span & { kind: SegmentKind; status: StepStatus | TaskStatus; attempt?: number; isOpen: boolean };

/** One row: the run itself, or a step of it. `lane` of `laneCount` tells steps that ran beside each other. */
export type WaterfallRow =
  | { kind: 'run'; segments: Segment[] }
  | { kind: 'step'; step: StepView; segments: Segment[]; lane: number; laneCount: number };

export type Waterfall = {
  rows: WaterfallRow[];
  axis: TimeAxis;
  /** Share of the axis at which now is, while the run goes on. */
  nowPosition: number | undefined;
};

/**
 * Lays the steps of a run out in time. `now` is in milliseconds since the epoch. Steps that a fork kept ran in another
 * run and therefore have no bar here. Waits and the time in the queue may be collapsed on the axis.
 */
export function buildWaterfall(
  run: WaterfallRun,
  steps: readonly StepView[],
  now: number,
  options: { collapsesIdle?: boolean } = {},
): Waterfall {
  const isActive = !isEnded(run.status);
  const runSegments = segmentsOfRun(run, now);
  const laidOut = steps.map((step) => ({ step, segments: segmentsOfStep(step, now, isActive) }));
  const lanes = assignLanes(laidOut.map((row) => extentOf(row.segments)));
  const all = [...runSegments, ...laidOut.flatMap((row) => row.segments)];
  const extent = extentOf(all) ?? { from: Date.parse(run.queuedOn), to: now };
  const busy = laidOut.flatMap((row) => row.segments.filter((segment) => segment.kind === 'attempt'));
  const axis = buildTimeAxis(extent, busy, options.collapsesIdle ?? true);
  const rows: WaterfallRow[] = [
    { kind: 'run', segments: runSegments },
    ...laidOut.map((row, index): WaterfallRow => ({ kind: 'step', ...row, ...(lanes[index] ?? onlyLane) })),
  ];
  return { rows, axis, nowPosition: isActive ? axis.position(now) : undefined };
}

const onlyLane = { lane: 0, laneCount: 1 };

function segmentsOfRun(run: WaterfallRun, now: number): Segment[] {
  const queuedOn = Date.parse(run.queuedOn);
  const endedOn = run.endedOn === undefined ? undefined : Date.parse(run.endedOn);
  const startedOn = run.startedOn === undefined ? undefined : Date.parse(run.startedOn);
  const queue = segment('queue', 'queued', queuedOn, startedOn ?? endedOn, now);
  if (startedOn === undefined) return [queue];
  const own = segment('run', run.status, startedOn, endedOn, now);
  // a run that waited or backed off was queued again since it started: that time is within its own bar
  return queuedOn < startedOn ? [queue, own] : [own];
}

function segmentsOfStep(step: StepView, now: number, isActive: boolean): Segment[] {
  if (step.keptFrom !== undefined) return [];
  const from = Date.parse(step.startedOn);
  const to = step.endedOn === undefined ? undefined : Date.parse(step.endedOn);
  if (step.kind === 'sleep' || step.kind === 'event' || step.kind === 'task' || step.kind === 'lock') {
    return [segment('wait', step.status, from, to, now)];
  }
  const attempts =
    step.attempts.length > 0 ? step.attempts : [{ attempt: 1, startedOn: step.startedOn, endedOn: step.endedOn }];
  const segments: Segment[] = [];
  for (const [index, attempt] of attempts.entries()) {
    const startedOn = Date.parse(attempt.startedOn);
    const previousEnd = segments.at(-1)?.to;
    if (previousEnd !== undefined && startedOn > previousEnd) {
      segments.push({ ...segment('backoff', 'retrying', previousEnd, startedOn, now), attempt: attempt.attempt });
    }
    const isLast = index === attempts.length - 1;
    const endedOn = attempt.endedOn ?? (isLast ? step.endedOn : attempts[index + 1]?.startedOn);
    const status = isLast && step.status !== 'retrying' ? step.status : 'failed';
    const end = endedOn === undefined ? undefined : Date.parse(endedOn);
    segments.push({ ...segment('attempt', status, startedOn, end, now), attempt: attempt.attempt });
  }
  const last = segments.at(-1);
  if (step.status === 'retrying' && isActive && last !== undefined && !last.isOpen && now > last.to) {
    segments.push({ ...segment('backoff', 'retrying', last.to, undefined, now), attempt: step.attempts.length + 1 });
  }
  return segments;
}

function segment(
  kind: SegmentKind,
  status: Segment['status'],
  from: number,
  to: number | undefined,
  now: number,
): Segment {
  return { kind, status, from, to: Math.max(from, to ?? now), isOpen: to === undefined };
}

function extentOf(segments: readonly Span[]): Span | undefined {
  const [first, ...rest] = segments;
  if (first === undefined) return undefined;
  return rest.reduce<Span>(
    (extent, span) => ({ from: Math.min(extent.from, span.from), to: Math.max(extent.to, span.to) }),
    { from: first.from, to: first.to },
  );
}

/** Gives spans that overlap lanes of their own, the lowest free first; `laneCount` is that of their whole cluster. */
export function assignLanes(spans: readonly (Span | undefined)[]): { lane: number; laneCount: number }[] {
  const lanes = spans.map(() => ({ ...onlyLane }));
  const order = spans
    .flatMap((span, index) => (span === undefined ? [] : [{ ...span, index }]))
    .sort((one, other) => one.from - other.from || one.index - other.index);
  let cluster: { lane: number; laneCount: number }[] = [];
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

/** How long a step took, or has taken so far, in milliseconds. */
export function stepDuration(step: StepView, now: number): number {
  return Math.max(0, (step.endedOn === undefined ? now : Date.parse(step.endedOn)) - Date.parse(step.startedOn));
}
