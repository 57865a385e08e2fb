import { isEnded } from '#contract';
import { certainSpan } from './certain-span.ts';
import { type ChildGroup, type ChildRun, childGroups } from './child-run.ts';
import { drawInOrder } from './draw-in-order.ts';
import { assignLanes, type Lane, onlyLane } from './lanes.ts';
import {
  extentOf,
  type Segment,
  segmentsOfChild,
  segmentsOfGroup,
  segmentsOfRun,
  segmentsOfStep,
  type WaterfallRun,
} from './segments.ts';
import type { StepView } from './step-view.ts';
import { buildTimeAxis, type Span, type TimeAxis } from './time-axis.ts';
import { sumTimes, type TimeSums } from './time-sums.ts';

/**
 * One row: the run itself, a step of it, the children that a step waits for, or equal steps folded into one. `lane` of `laneCount` tells steps that
 * ran beside each other.
 */
export type WaterfallRow =
  | { kind: 'run'; segments: Segment[] }
  | ({ kind: 'step'; step: StepView; segments: Segment[] } & Lane)
  | { kind: 'children'; group: ChildGroup; segments: Segment[] }
  | {
      kind: 'fold';
      name: string;
      sequence: number;
      count: number;
      status: 'succeeded' | 'waiting';
      isOpen: boolean;
      segments: Segment[];
    };

export type Waterfall = {
  rows: WaterfallRow[];
  axis: TimeAxis;
  /** Share of the axis at which now is, while the run goes on. */
  nowPosition: number | undefined;
  /** Where the time went; `undefined` while not all steps are loaded. */
  sums: TimeSums | undefined;
};

type Options = {
  collapsesIdle?: boolean;
  children?: readonly ChildRun[];
  /** The run has more steps after these: what it did from the last of them on is not known. */
  hasMore?: boolean;
};

/**
 * Lays the steps of a run out in time, with the children that it waits for. `now` is in milliseconds since the epoch.
 * Steps that a fork kept ran in another run and therefore have no bar here. Time in which neither a step nor a child ran
 * may be collapsed on the axis.
 */
export function buildWaterfall(
  run: WaterfallRun,
  steps: readonly StepView[],
  now: number,
  { collapsesIdle = true, children = [], hasMore = false }: Options = {},
): Waterfall {
  const isActive = !isEnded(run.status);
  const runSegments = segmentsOfRun(run, now);
  const recorded = steps.map((step) => segmentsOfStep(step, now, isActive));
  const lanes = assignLanes(recorded.map(certainExtent));
  const drawn = drawInOrder(recorded);
  const laidOut = steps.map((step, place) => ({ step, segments: drawn[place] ?? [] }));
  const groups = childGroups(steps, children);
  const childSegments = children.flatMap((child) => segmentsOfChild(child, now).filter(({ kind }) => kind === 'child'));
  const attempts = laidOut.flatMap((row) => row.segments.filter((segment) => segment.kind === 'attempt'));
  const all = [...runSegments, ...laidOut.flatMap(({ segments }) => segments)];
  const ofKind = (sought: Segment['kind']) => all.filter(({ kind }) => kind === sought);

  const own = extentOf([...runSegments, ...laidOut.flatMap((row) => row.segments)]);
  const extent = own ?? { from: Date.parse(run.queuedOn), to: now };
  const last = laidOut.at(-1)?.segments.at(-1);
  const unread = hasMore ? [{ from: last?.from ?? extent.from, to: extent.to }] : [];
  const axis = buildTimeAxis(extent, [...attempts, ...childSegments, ...unread], collapsesIdle);
  const rows: WaterfallRow[] = [{ kind: 'run', segments: runSegments }];
  for (const [index, row] of laidOut.entries()) {
    rows.push({ kind: 'step', ...row, ...(lanes[index] ?? onlyLane) });
    for (const group of groups.get(row.step.sequence) ?? [])
      rows.push({ kind: 'children', group, segments: barOfGroup(group, now) });
  }
  const spans = { own: attempts, children: childSegments, waits: ofKind('wait'), queue: ofKind('queue') };
  const backoff = [...ofKind('backoff'), ...backoffOfRun(run, spans.own, now)];
  const sums = hasMore ? undefined : sumTimes(extent, { ...spans, backoff });
  return { rows, axis, nowPosition: isActive ? axis.position(now) : undefined, sums };
}

function certainExtent(segments: readonly Segment[]): Span | undefined {
  const extent = extentOf(segments);
  return extent && certainSpan(extent);
}

/** A run that backs off as a whole does so since the last attempt of a step ended. */
function backoffOfRun(run: WaterfallRun, attempts: readonly Segment[], now: number): Span[] {
  if (run.status !== 'retrying' || run.startedOn === undefined) return [];
  const from = Math.max(Date.parse(run.startedOn), ...attempts.map(({ to }) => to));
  return [{ from, to: Math.max(from, now) }];
}

function barOfGroup({ children }: ChildGroup, now: number): Segment[] {
  const [only, ...others] = children;
  return only !== undefined && others.length === 0 ? segmentsOfChild(only, now) : segmentsOfGroup(children, now);
}

/** How long a step took, or has taken so far, in milliseconds. */
export function stepDuration(step: StepView, now: number): number {
  return Math.max(0, (step.endedOn === undefined ? now : Date.parse(step.endedOn)) - Date.parse(step.startedOn));
}
