import { isEnded, numberText, type TaskStatus } from '#contract';
import { formatDuration } from '../ui/duration.tsx';
import { shortenId } from '../ui/shorten-id.ts';
import type { StepView } from './step-view.ts';

/** A task that a step of the run created or waits for, with the times of its current run. */
export type ChildRun = {
  id: string;
  name: string;
  type: string;
  status: TaskStatus;
  queuedOn: string;
  startedOn?: string | undefined;
  endedOn?: string | undefined;
};

/** Children of one type that neighbouring steps wait for. */
export type ChildGroup = { type: string; children: readonly ChildRun[] };

/** Whether a step waits for a task. The step that creates a child has its task id too, and ends at once. */
export function isTaskWait(step: StepView): boolean {
  return step.kind === 'task' && step.childTaskId !== undefined && step.name === `wait for ${step.childTaskId}`;
}

/** A step's name for people: a wait for a task has that task's name, not its id. */
export function stepTitle(step: StepView, children: ReadonlyMap<string, ChildRun>): string {
  if (!isTaskWait(step) || step.childTaskId === undefined) return step.name;
  return `wait for ${children.get(step.childTaskId)?.name ?? shortenId(step.childTaskId, 14)}`;
}

/**
 * The children to draw below each step, by its sequence number. A child stands below the step that waits for it, or
 * below the one that created it where none waits. Of steps that follow each other without another between them, the
 * first has the children of all, one group for each type.
 */
export function childGroups(
  steps: readonly StepView[],
  children: readonly ChildRun[],
): ReadonlyMap<number, readonly ChildGroup[]> {
  const known = new Map(children.map((child) => [child.id, child]));
  const waitedFor = new Set(steps.flatMap((step) => (isTaskWait(step) ? [step.childTaskId] : [])));
  const groups = new Map<number, ChildGroup[]>();
  let series: { sequence: number; isWait: boolean; children: ChildRun[] } | undefined;
  const close = () => {
    if (series === undefined || series.children.length === 0) return;
    const byType = Map.groupBy(series.children, ({ type }) => type);
    groups.set(
      series.sequence,
      [...byType].map(([type, ofType]) => ({ type, children: ofType })),
    );
  };
  for (const step of steps) {
    const isWait = isTaskWait(step);
    const child = step.childTaskId === undefined ? undefined : known.get(step.childTaskId);
    if (child === undefined || series?.isWait !== isWait) {
      close();
      series = child === undefined ? undefined : { sequence: step.sequence, isWait, children: [] };
    }
    if (child !== undefined && (isWait || !waitedFor.has(child.id)) && !series?.children.includes(child))
      series?.children.push(child);
  }
  close();
  return groups;
}

/** How long a child ran, or has run so far, in milliseconds; `undefined` before it began. */
function childDuration(child: ChildRun, now: number): number | undefined {
  if (child.startedOn === undefined) return undefined;
  return (child.endedOn === undefined ? now : Date.parse(child.endedOn)) - Date.parse(child.startedOn);
}

/** From the first start to the last end of children, in milliseconds; `undefined` before one began. */
export function groupDuration({ children }: ChildGroup, now: number): number | undefined {
  const starts = children.flatMap(({ startedOn }) => (startedOn === undefined ? [] : [Date.parse(startedOn)]));
  if (starts.length === 0) return undefined;
  const ends = children.map(({ endedOn }) => (endedOn === undefined ? now : Date.parse(endedOn)));
  return Math.max(...ends) - Math.min(...starts);
}

/**
 * How far many children are, and the slowest of them, in words: `19 of 20 ended, slowest part 7, 3.10 s`. Says nothing of
 * how many have ended when all have.
 */
export function childrenWords({ children }: ChildGroup, now: number): string {
  const ended = children.filter(({ status }) => isEnded(status)).length;
  const far = ended === children.length ? [] : [`${numberText(ended)} of ${numberText(children.length)} ended`];
  const [slowest] = children
    .map((child) => ({ child, ms: childDuration(child, now) ?? -1 }))
    .toSorted((one, other) => other.ms - one.ms);
  const isKnown = slowest !== undefined && slowest.ms >= 0;
  return [...far, ...(isKnown ? [`slowest ${slowest.child.name}, ${formatDuration(slowest.ms)}`] : [])].join(', ');
}
