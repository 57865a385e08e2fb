import { stateLimits } from './state-limits.ts';

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** Seconds as `writeSeconds` writes them; `undefined` for others and for what no entry may last. */
export function readSeconds(text: string): number | undefined {
  if (text.trim().toLowerCase() === 'never') return -1;
  const [, amount, unit = 's'] = /^(\d{1,10})\s*([smhdw])?$/i.exec(text.trim()) ?? [];
  const seconds = Number(amount) * (unitSeconds[unit.toLowerCase()] ?? Number.NaN);
  return seconds >= 1 && seconds <= stateLimits.ttlInSeconds ? seconds : undefined;
}

/** A time as its form says it: `30d`, `90m`, `never`. */
export function writeSeconds(seconds: number): string {
  if (seconds === -1) return 'never';
  const [unit, size] = largestUnit(unitSeconds, seconds);
  return `${seconds / size}${unit}`;
}

/** The largest unit that an amount is a whole number of. */
function largestUnit(units: Record<string, number>, amount: number): [unit: string, size: number] {
  return Object.entries(units).findLast(([, size]) => amount % size === 0) ?? ['', 1];
}
