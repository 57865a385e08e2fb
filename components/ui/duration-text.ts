import type { Range } from '#contract';

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a duration as people write it: `90s`, `5m`, `1h 30m`, `250` (milliseconds); `undefined` for others. */
export function readDuration(text: string): number | undefined {
  const trimmed = text.trim().toLowerCase();
  if (/^\d+$/.test(trimmed)) return Number(trimmed);
  if (!/^(\d+(\.\d+)?\s*(ms|s|m|h|d)\s*)+$/.test(trimmed)) return undefined;
  const parts = [...trimmed.matchAll(/(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)/g)];
  return Math.round(parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (units[unit] ?? 0), 0));
}

/** A duration as `readDuration` takes it, in the fewest parts. */
export function writeDuration(milliseconds: number): string {
  const parts: string[] = [];
  let rest = milliseconds;
  for (const [unit, size] of Object.entries(units).reverse()) {
    const count = Math.floor(rest / size);
    if (count > 0) parts.push(`${count}${unit}`);
    rest -= count * size;
  }
  return parts.join(' ') || '0ms';
}

/** The durations that a field takes, in words: `1m to 1h, in whole minutes`. */
export function durationRangeWords({ least, most, step = 1 }: Range): string {
  const whole = Object.entries(unitNames).find(([unit]) => units[unit] === step)?.[1];
  return `${writeDuration(least)} to ${writeDuration(most)}${whole === undefined ? '' : `, in whole ${whole}`}`;
}

const unitNames = { s: 'seconds', m: 'minutes', h: 'hours', d: 'days' } as const;

/** What is wrong with a duration that a field got, with what it takes; `undefined` where nothing is. */
export function durationProblem(text: string, range: Range): string | undefined {
  const written = text.trim();
  const value = readDuration(text);
  const { least, most, step = 1 } = range;
  if (value === undefined)
    return `${written === '' ? 'Enter a time' : `“${written}” is not a time. Enter one`} such as 5m, from ${durationRangeWords(range)}. Units: ms, s, m, h, d`;
  if (value >= least && value <= most && value % step === 0) return undefined;
  const unitHint =
    /^\d+$/.test(written) && value !== 0
      ? `“${written}” without a unit is ${written} ms`
      : `“${written}” is not allowed`;
  return `${unitHint}. Enter a time from ${durationRangeWords(range)}`;
}
