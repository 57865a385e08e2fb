import type { StepStatus, TaskStatus } from '#contract';
import type { ChildRun } from './child-run.ts';
import type { StepView } from './step-view.ts';
import { mergeSpans, type Span } from './time-axis.ts';

/** What the waterfall knows of a run. */
export type WaterfallRun = {
  status: TaskStatus;
  queuedOn: string;
  startedOn?: string | undefined;
  endedOn?: string | undefined;
};

/** What a part of a bar stands for; `queue`, `wait` and `backoff` cost no worker and are hatched. */
type SegmentKind = 'queue' | 'run' | 'attempt' | 'backoff' | 'wait' | 'child';

/** A part of a bar. `isOpen`: it has not ended and grows with time. */
export type Segment = Span & { kind: SegmentKind; status: StepStatus | TaskStatus; attempt?: number; isOpen: boolean };

/** The time in the queue, or before a start that is planned, and the time since the start. */
export function segmentsOfRun(run: WaterfallRun, now: number): Segment[] {
  const queuedOn = Date.parse(run.queuedOn);
  const endedOn = run.endedOn === undefined ? undefined : Date.parse(run.endedOn);
  const startedOn = run.startedOn === undefined ? undefined : Date.parse(run.startedOn);
  const queue = segment('queue', 'queued', queuedOn, startedOn ?? endedOn, now);
  if (run.status === 'scheduled') return [{ ...queue, kind: 'wait', status: run.status }];
  if (startedOn === undefined) return [queue];
  const own = segment('run', run.status, startedOn, endedOn, now);
  // a run that waited or backed off was queued again since it started: that time is within its own bar
  return queuedOn < startedOn ? [queue, own] : [own];
}

/** The attempts of a step with the backoff between them, or its wait. A step that a fork kept has none: it ran in another run. */
export function segmentsOfStep(step: StepView, now: number, isActive: boolean): Segment[] {
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

/** The span from the first beginning to the last end; `undefined` of none. */
export function extentOf(segments: readonly Span[]): Span | undefined {
  const [first, ...rest] = segments;
  if (first === undefined) return undefined;
  return rest.reduce<Span>(
    (extent, span) => ({ from: Math.min(extent.from, span.from), to: Math.max(extent.to, span.to) }),
    { from: first.from, to: first.to },
  );
}

/** One child: its time in the queue and its run. */
export function segmentsOfChild(child: ChildRun, now: number): Segment[] {
  const segments = segmentsOfRun(child, now);
  return segments.map((one) => (one.kind === 'run' ? { ...one, kind: 'child' } : one));
}

/** When any of many children ran. It is failed where one failed, and open while one has not ended. */
export function segmentsOfGroup(children: readonly ChildRun[], now: number): Segment[] {
  const ran = children.flatMap((child) => segmentsOfChild(child, now).filter(({ kind }) => kind === 'child'));
  const worst =
    ran.find(({ status }) => status === 'failed' || status === 'timedOut') ?? ran.find(({ isOpen }) => isOpen);
  const status = (worst ?? ran[0])?.status ?? 'queued';
  const last = Math.max(...ran.map(({ to }) => to));
  const isOpen = ran.some((one) => one.isOpen);
  return mergeSpans(ran).map(({ from, to }) => ({ kind: 'child', status, from, to, isOpen: isOpen && to === last }));
}
