import { numberText } from '#contract';
import { cn } from './class-names.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A duration in two units at most: `8 ms`, `1.24 s`, `3 min 05 s`, `2 h 10 min`, `4 d 3 h`. */
export function formatDuration(milliseconds: number): string {
  const ms = Math.max(0, milliseconds);
  if (ms < 1) return ms === 0 ? '0 ms' : '<1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 9.995 * second) return `${(ms / second).toFixed(2)} s`;
  if (ms < 59.95 * second) return `${(ms / second).toFixed(1)} s`;
  if (ms < hour - second / 2) return pair(Math.round(ms / second), 60, 'min', 's');
  if (ms < day - minute / 2) return pair(Math.round(ms / minute), 60, 'h', 'min');
  return pair(Math.round(ms / hour), 24, 'd', 'h');
}

function pair(amount: number, base: number, large: string, small: string): string {
  const rest = amount % base;
  return `${Math.floor(amount / base)} ${large} ${base === 60 ? String(rest).padStart(2, '0') : rest} ${small}`;
}

/** A duration without zeros that say nothing, for a scale: `1.50 s` is `1.5 s`, `10 min 00 s` is `10 min`. */
export function formatRoundDuration(milliseconds: number): string {
  return formatDuration(milliseconds)
    .replace(/(\.\d*?)0+ /, '$1 ')
    .replace('. ', ' ')
    .replace(/(?<=[a-z]) 0+ [a-z]+$/, '');
}

/** A duration in tabular figures, with its milliseconds on hover. */
export function Duration({ ms, className }: { ms: number; className?: string }) {
  return (
    <span title={`${numberText(Math.round(ms))} ms`} className={cn('tabular whitespace-nowrap', className)}>
      {formatDuration(ms)}
    </span>
  );
}
