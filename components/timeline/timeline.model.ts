import { counted, numberText, type Timeline } from '#contract';
import { assignLanes } from '@/components/step/lanes.ts';
import { statusLook } from '@/components/task/status.ts';
import { formatDuration } from '@/components/ui/duration.tsx';

export type TimelineRun = NonNullable<Timeline['runs']>[number];
export type Load = NonNullable<Timeline['load']>[number];
/** A time in milliseconds since 1970. */
export type Span = { from: number; to: number };
/** A bar by shares of the drawn time (0 to 1), and its place among those that it overlaps in its lane. */
export type Bar = { run: TimelineRun; left: number; width: number; waited: number; top: number; height: number };
/** A share of the load of a lane: its height is the runs at a time, of the most of all lanes. */
export type LoadBar = { load: Load; left: number; width: number; height: number; failed: number };
export type LaneView = {
  name: string;
  words: string;
  lostAt: number | undefined;
  /** What serves instead of a lost worker. */
  replacedBy: string | undefined;
  bars: readonly Bar[];
  load: readonly LoadBar[];
};

/** Names a part of a run on a lane. */
export function keyOf({ lane, taskId, runCount }: TimelineRun): string {
  return `${lane} ${taskId} ${runCount}`;
}

/** Lays out the lanes of a timeline. `now` ends the bars of runs that have not ended. */
export function laneViews(timeline: Timeline, now: number): LaneView[] {
  const span = { from: Date.parse(timeline.from), to: Date.parse(timeline.to) };
  const share = (time: number) => Math.min(1, Math.max(0, (time - span.from) / (span.to - span.from)));
  const runs = Map.groupBy(timeline.runs ?? [], ({ lane }) => lane);
  const load = Map.groupBy(timeline.load ?? [], ({ lane }) => lane);
  const most = Math.max(1, ...(timeline.load ?? []).map(({ running }) => running));
  return timeline.lanes.map(({ name, slots, lostOn, replacedBy }) => {
    const ofLane = runs.get(name) ?? [];
    const loadOfLane = load.get(name) ?? [];
    const words = timeline.load === undefined ? runWords(ofLane) : loadWords(loadOfLane, timeline);
    return {
      name,
      words: [...lostWords(lostOn, replacedBy), words, ...(slots === undefined ? [] : [`${slots} slots`])].join(', '),
      lostAt: lostOn === undefined ? undefined : share(Date.parse(lostOn)),
      replacedBy,
      bars: barsOf(ofLane, span, now, share),
      load: loadOfLane.map((one) => ({
        load: one,
        left: share(Date.parse(one.on)),
        width: timeline.intervalInMs / (span.to - span.from),
        height: one.running / most,
        failed: one.ended === 0 ? 0 : one.failed / one.ended,
      })),
    };
  });
}

function barsOf(runs: readonly TimelineRun[], span: Span, now: number, share: (time: number) => number): Bar[] {
  const end = (run: TimelineRun) => (run.endedOn === undefined ? Math.max(now, span.from) : Date.parse(run.endedOn));
  // Bars are at least a pixel or two wide: runs that are drawn side by side must not touch.
  const least = (span.to - span.from) / 400;
  const places = assignLanes(
    runs.map((run) => {
      const from = Date.parse(run.startedOn);
      return { from, to: Math.max(end(run), from + least) };
    }),
  );
  return runs.map((run, index) => {
    const { lane = 0, laneCount = 1 } = places[index] ?? {};
    const left = share(Date.parse(run.startedOn));
    return {
      run,
      left,
      width: share(end(run)) - left,
      waited: run.wentOn ? 0 : left - share(Date.parse(run.queuedOn)),
      top: lane / laneCount,
      height: 1 / laneCount,
    };
  });
}

function lostWords(lostOn: string | undefined, replacedBy: string | undefined): string[] {
  if (lostOn === undefined) return [];
  return [replacedBy === undefined ? 'lost' : 'replaced'];
}

function runWords(runs: readonly TimelineRun[]): string {
  const failed = runs.filter(({ status }) => status === 'failed' || status === 'timedOut').length;
  return withFailures(counted(runs.length, 'run'), failed);
}

function loadWords(load: readonly Load[], { from, to, intervalInMs }: Timeline): string {
  const sum = (of: (one: Load) => number) => load.reduce((total, one) => total + of(one), 0);
  const atATime = (sum(({ running }) => running) * intervalInMs) / (Date.parse(to) - Date.parse(from));
  const ended = numberText(sum((one) => one.ended));
  const failed = sum((one) => one.failed);
  return withFailures(`${atATime.toFixed(1)} at a time, ${ended} ended`, failed);
}

function withFailures(count: string, failed: number): string {
  return failed === 0 ? count : `${count}, ${numberText(failed)} failed`;
}

/** What a bar says: the run, what became of it, and its times. */
export function barWords(run: TimelineRun, now: number, formatTime: (time: string) => string): string {
  const { type, taskId, status, queuedOn, startedOn, endedOn, wentOn } = run;
  const took = formatDuration((endedOn === undefined ? now : Date.parse(endedOn)) - Date.parse(startedOn));
  const waited = formatDuration(Date.parse(startedOn) - Date.parse(queuedOn));
  const what = wentOn ? 'another worker continued it' : statusLook[status].word.toLowerCase();
  const wait = wentOn ? '' : `, began ${waited} after it was queued`;
  return `${type} ${taskId}: ${what}, from ${formatTime(startedOn)} for ${took}${wait}`;
}

const shortestMs = 1_000;
const longestMs = 30 * 86_400_000;

/** A time that is `factor` as long, around its middle. Not beyond now, and of 1 second to 30 days. */
export function zoom({ from, to }: Span, factor: number, now: number): Span {
  const length = Math.min(longestMs, Math.max(shortestMs, (to - from) * factor));
  const middle = (from + to) / 2;
  return until({ from: middle - length / 2, to: middle + length / 2 }, now);
}

/** A time earlier (negative) or later by a share of its length. Not beyond now. */
export function pan({ from, to }: Span, share: number, now: number): Span {
  const by = (to - from) * share;
  return until({ from: from + by, to: to + by }, now);
}

function until({ from, to }: Span, now: number): Span {
  const over = Math.max(0, to - Math.max(now, 0));
  return { from: Math.round(from - over), to: Math.round(to - over) };
}

/**
 * The bar to go to from another with a key: in its lane by time with an arrow, Home or End, or in the next lane with bars at
 * that time.
 */
export function neighbour(
  lanes: readonly LaneView[],
  key: string,
  from: TimelineRun | undefined,
): TimelineRun | undefined {
  const withBars = lanes.filter(({ bars }) => bars.length > 0);
  const laneIndex = withBars.findIndex(({ name }) => name === from?.lane);
  const lane = withBars[laneIndex];
  if (lane === undefined || from === undefined) return withBars[0]?.bars[0]?.run;
  const index = lane.bars.findIndex(({ run }) => run === from);
  if (key === 'Home') return lane.bars[0]?.run;
  if (key === 'End') return lane.bars.at(-1)?.run;
  if (key === 'ArrowRight') return lane.bars[index + 1]?.run;
  if (key === 'ArrowLeft') return lane.bars[index - 1]?.run;
  const next = key === 'ArrowDown' ? withBars[laneIndex + 1] : key === 'ArrowUp' ? withBars[laneIndex - 1] : undefined;
  const at = lane.bars[index]?.left ?? 0;
  return next?.bars.toSorted((one, other) => Math.abs(one.left - at) - Math.abs(other.left - at))[0]?.run;
}
