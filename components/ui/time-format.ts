import { presentTime } from './present.ts';
import { wallClock } from './wall-clock.ts';
/** How an operator wants times: which zone, and as a distance from now or as a date. */
export type TimePreferences = {
  /** `local`, `UTC`, or an IANA name. */
  zone: string;
  style: 'relative' | 'absolute';
};

export const defaultTimePreferences: TimePreferences = { zone: 'local', style: 'relative' };

/** Whether this runtime knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * `2026-11-21 10:32:07`, with `.123` when asked, in an IANA zone. In the night in which clocks are set back, the times that
 * they show twice have their offset, too: `2026-10-25 02:30:00 +02:00`.
 */
export function formatAbsolute(time: Date, timeZone: string, { milliseconds = false } = {}): string {
  if (Number.isNaN(time.getTime())) return 'invalid time';
  const offset = offsetOfTwice(time.getTime(), timeZone);
  const text = wallClock(time, timeZone, milliseconds);
  return offset === undefined ? text : `${text} ${offset}`;
}

/** `2026-11-21 10:32`; see `formatAbsolute`. */
export function formatMinute(time: Date, timeZone: string): string {
  const text = formatAbsolute(time, timeZone);
  const [minute, seconds] = ['2026-11-21 10:32'.length, ':07'.length];
  return text.slice(0, minute) + text.slice(minute + seconds);
}

/**
 * A time below an axis: `10:32`, with the date or seconds that its neighbours need to be told apart. As in `formatAbsolute`,
 * a time that clocks show twice has its offset: `02:30 +02:00`.
 */
export function formatAxisTime(time: Date, timeZone: string, { date = false, seconds = false } = {}): string {
  const text = formatAbsolute(time, timeZone);
  const end = '2026-11-21 10:32:07'.length;
  return (
    text.slice('2026-'.length, end).slice(date ? 0 : '11-21 '.length, seconds ? undefined : -':07'.length) +
    text.slice(end)
  );
}

/** `11-21 10:32:07` for a time of this year, else `2025-11-21 10:32:07`: for a narrow place that shows the whole on hover. */
export function formatShort(
  time: Date,
  timeZone: string,
  { milliseconds = false, now = new Date(presentTime()) } = {},
): string {
  const [whole, present] = [formatAbsolute(time, timeZone, { milliseconds }), formatAbsolute(now, timeZone)];
  const year = '2026-'.length;
  return whole.slice(0, year) === present.slice(0, year) ? whole.slice(year) : whole;
}

const dayInMs = 86_400_000;
const mostDays = 500;
/** Whether clocks are set back about a day, by zone and day: nearly all times are of a day without. */
const setBack = new Map<string, [before: number, after: number] | undefined>();

/** The offset of a time that the clocks of a zone show twice. `undefined` for all other times. */
function offsetOfTwice(time: number, timeZone: string): string | undefined {
  const day = Math.floor(time / dayInMs);
  const name = `${timeZone} ${day}`;
  if (!setBack.has(name)) {
    if (setBack.size >= mostDays) setBack.clear();
    const [before, after] = [offsetAt((day - 1) * dayInMs, timeZone), offsetAt((day + 2) * dayInMs, timeZone)];
    setBack.set(name, before > after ? [before, after] : undefined);
  }
  const offsets = setBack.get(name);
  if (offsets === undefined) return undefined;
  const [before, after] = offsets;
  const offset = offsetAt(time, timeZone);
  const other = offset === before ? after : before;
  return offsetAt(time + offset - other, timeZone) === other ? writeOffset(offset) : undefined;
}

const aroundInMs = 3 * 3_600_000;

/** Whether times between two of them, in milliseconds since 1970, can be ones that clocks show twice: they are longer then. */
export function hasRepeatedTimes(from: number, to: number, timeZone: string): boolean {
  return offsetAt(from - aroundInMs, timeZone) > offsetAt(to + aroundInMs, timeZone);
}

/** How far the clocks of a zone are before UTC, in milliseconds. */
function offsetAt(time: number, timeZone: string): number {
  const second = Math.floor(time / 1_000) * 1_000;
  return Date.parse(`${wallClock(new Date(second), timeZone).replace(' ', 'T')}Z`) - second;
}

/** `+02:00` */
function writeOffset(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const digits = (number: number) => String(number).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`;
}

const steps: readonly [limitInMs: number, unitInMs: number, unit: string][] = [
  [59_500, 1_000, 's'],
  [3_570_000, 60_000, 'min'],
  [84_600_000, 3_600_000, 'h'],
  [2_592_000_000, 86_400_000, 'd'],
  [31_104_000_000, 2_592_000_000, 'mo'],
  [Number.POSITIVE_INFINITY, 31_536_000_000, 'y'],
];

/** `just now`, `12 s ago`, `in 3 h`: rounded to the largest unit. */
export function formatRelative(time: Date, now: number): string {
  const difference = time.getTime() - now;
  const distance = Math.abs(difference);
  if (Number.isNaN(distance)) return 'invalid time';
  if (distance < 1_500) return 'just now';
  const [, unitInMs = 1, unit = ''] = steps.find(([limit]) => distance < limit) ?? [];
  const amount = `${Math.max(1, Math.round(distance / unitInMs))} ${unit}`;
  return difference < 0 ? `${amount} ago` : `in ${amount}`;
}

/** Reads what `writeTimePreferences` wrote; anything else gives the defaults. */
export function readTimePreferences(text: string | undefined): TimePreferences {
  const [zone = '', style] = (text ?? '').split('|');
  const isZone = zone === 'local' || isTimeZone(zone);
  if (!isZone || (style !== 'relative' && style !== 'absolute')) return defaultTimePreferences;
  return { zone, style };
}

export function writeTimePreferences({ zone, style }: TimePreferences): string {
  return `${zone}|${style}`;
}
