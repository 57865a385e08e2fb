import type { Segment } from './segments.ts';
import { mergeSpans } from './time-axis.ts';
import type { WaterfallRow } from './waterfall.model.ts';

/** Fewer equal steps in a row are drawn one by one. */
const leastFolded = 5;

type StepRow = Extract<WaterfallRow, { kind: 'step' }>;

/**
 * Folds steps of one name that succeeded one after the other into one row. An open fold is followed by its steps.
 * `isOpen` is asked by the sequence of the first step. The selected step is never hidden.
 */
export function foldEqualSteps(
  rows: readonly WaterfallRow[],
  isOpen: (sequence: number) => boolean,
  selected: number | undefined,
): WaterfallRow[] {
  const folded: WaterfallRow[] = [];
  let group: StepRow[] = [];
  const close = () => {
    folded.push(...foldGroup(group, isOpen, selected));
    group = [];
  };
  for (const row of rows) {
    const isEqual = row.kind === 'step' && (group[0] === undefined || isSame(group[0], row));
    if (!isEqual) close();
    if (row.kind === 'step' && row.step.status === 'succeeded') group.push(row);
    else folded.push(row);
  }
  close();
  return folded;
}

function foldGroup(group: StepRow[], isOpen: (sequence: number) => boolean, selected: number | undefined) {
  const [first] = group;
  if (first === undefined || group.length < leastFolded) return group;
  const { name, sequence } = first.step;
  const holdsSelected = group.some(({ step }) => step.sequence === selected);
  const opened = isOpen(sequence) || holdsSelected;
  const parts = group.flatMap(({ segments }) => segments);
  const segments = mergeSpans(parts).map(
    (span): Segment => ({ ...span, kind: parts[0]?.kind ?? 'attempt', status: 'succeeded', isOpen: false }),
  );
  const fold: WaterfallRow = { kind: 'fold', name, sequence, count: group.length, isOpen: opened, segments };
  return opened ? [fold, ...group] : [fold];
}

function isSame(one: StepRow, other: StepRow): boolean {
  return other.step.status === 'succeeded' && one.step.name === other.step.name && one.step.kind === other.step.kind;
}
