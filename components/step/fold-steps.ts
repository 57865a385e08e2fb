import { isTaskWait } from './child-run.ts';
import type { Segment } from './segments.ts';
import type { StepView } from './step-view.ts';
import { mergeSpans } from './time-axis.ts';
import type { WaterfallRow } from './waterfall.model.ts';

/** Fewer equal steps in a row are drawn one by one. */
const leastFolded = 5;

type StepRow = Extract<WaterfallRow, { kind: 'step' }>;

/**
 * Folds steps of one name that succeeded one after the other into one row, and so waits for tasks, also those that still
 * wait. An open fold is followed by its steps, both by the children of these. `isOpen` is asked by the sequence of the
 * first step. The selected step is never hidden.
 */
export function foldEqualSteps(
  rows: readonly WaterfallRow[],
  isOpen: (sequence: number) => boolean,
  selected: number | undefined,
): WaterfallRow[] {
  const folded: WaterfallRow[] = [];
  let series: WaterfallRow[] = [];
  const close = () => {
    folded.push(...foldSeries(series, isOpen, selected));
    series = [];
  };
  for (const row of rows) {
    const [first] = series;
    const goesOn = row.kind === 'children' ? first !== undefined : row.kind === 'step' && isFoldable(row.step);
    if (!goesOn || (first?.kind === 'step' && row.kind === 'step' && foldKey(first.step) !== foldKey(row.step)))
      close();
    if (goesOn) series.push(row);
    else folded.push(row);
  }
  close();
  return folded;
}

function foldSeries(series: WaterfallRow[], isOpen: (sequence: number) => boolean, selected: number | undefined) {
  const group = series.filter((row): row is StepRow => row.kind === 'step');
  const [first] = group;
  if (first === undefined || group.length < leastFolded) return series;
  const { sequence } = first.step;
  const opened = isOpen(sequence) || group.some(({ step }) => step.sequence === selected);
  const status = group.some(({ step }) => step.status === 'waiting') ? 'waiting' : 'succeeded';
  const parts = group.flatMap(({ segments }) => segments);
  const segments = mergeSpans(parts).map(
    (span): Segment => ({ ...span, kind: parts[0]?.kind ?? 'attempt', status, isOpen: false }),
  );
  const named = { name: foldName(first.step), sequence, count: group.length };
  const fold: WaterfallRow = { kind: 'fold', ...named, status, isOpen: opened, segments };
  return [fold, ...series.filter((row) => row.kind === 'children'), ...(opened ? group : [])];
}

function isFoldable(step: StepView): boolean {
  return step.status === 'succeeded' || (step.status === 'waiting' && isTaskWait(step));
}

/** The name of a fold of steps like this one. */
function foldName(step: StepView): string {
  return isTaskWait(step) ? 'wait for tasks' : step.name;
}

const foldKey = (step: StepView) => `${step.kind} ${foldName(step)}`;
