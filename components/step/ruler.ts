import { formatDuration, formatRoundDuration } from '../ui/duration.tsx';
import { axisTicks, type TimeAxis } from './time-axis.ts';

/** A label of the ruler, in pixels from its left end. `title` says more than its text. */
type RulerLabel = {
  kind: 'tick' | 'break';
  /** Where it stands in time: milliseconds from the beginning of the run. */
  offsetInMs: number;
  text: string;
  title: string | undefined;
  left: number;
  width: number;
};

/** How wide the characters of the ruler's font are drawn at most. */
const widthOf = (text: string) =>
  [...text].reduce((sum, one) => sum + (narrow.has(one) ? 3.8 : wide.has(one) ? 10.6 : 7.2), 0);
const narrow = new Set(' .');
const wide = new Set('m…');
const space = 6;
const pixelsPerTick = 72;

/**
 * Lays out the labels of a time axis that is `width` pixels wide, so that none touches another or leaves the ruler.
 * Breaks come first, the longest before shorter ones; a label without room is left out.
 */
export function layoutRuler(axis: TimeAxis, width: number): RulerLabel[] {
  const placed: RulerLabel[] = [];
  const place = (label: Omit<RulerLabel, 'left' | 'width'>, at: number, share: number) => {
    const own = Math.ceil(widthOf(label.text));
    const left = Math.min(Math.max(0, at - own * share), width - own);
    const isFree = placed.every(
      (other) => left >= other.left + other.width + space || left + own + space <= other.left,
    );
    if (left >= 0 && isFree) placed.push({ ...label, left, width: own });
  };
  for (const gap of axis.collapsed.toSorted((one, other) => other.to - other.from - (one.to - one.from))) {
    const left = formatDuration(gap.to - gap.from);
    const label = { kind: 'break' as const, text: `… ${left}`, title: `Idle time collapsed (${left})` };
    place({ ...label, offsetInMs: gap.from - axis.from }, ((gap.start + gap.end) / 2) * width, 0.5);
  }
  for (const { offsetInMs, position } of axisTicks(axis, Math.max(1, Math.floor(width / pixelsPerTick)))) {
    place({ kind: 'tick', offsetInMs, text: tickText(offsetInMs), title: undefined }, position * width, 0);
  }
  return placed.sort((one, other) => one.left - other.left);
}

function tickText(offsetInMs: number): string {
  return offsetInMs === 0 ? '0' : formatRoundDuration(offsetInMs);
}
