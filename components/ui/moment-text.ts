/** A time as it is written: in RFC 3339 UTC with milliseconds, and whether it is a day without a time of day. */
export type Moment = { on: string; isDay: boolean };

const pattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(Z|[+-]\d\d:\d\d)?$/i;

/**
 * Reads a time as people write it, in UTC unless it has an offset: `2026-11-20`, `2026-11-20T14:00`, `2026-11-20 14:00+02:00`.
 * `undefined` for other texts, for a day that no calendar has, and outside of the years that the service takes.
 */
export function readMoment(text: string): Moment | undefined {
  const [, day, time, zone = 'Z'] = pattern.exec(text.trim()) ?? [];
  if (day === undefined || !isDayOfCalendar(day)) return undefined;
  const at = Date.parse(`${day}T${time ?? '00:00'}${zone.toUpperCase()}`);
  const isTaken = at >= firstTime && at <= lastTime;
  return isTaken ? { on: new Date(at).toISOString(), isDay: time === undefined } : undefined;
}

/** Returns when a day that `readMoment` found is over, at most the last time that the service takes. */
export function endOfDay({ on }: Moment): string {
  return new Date(Math.min(Date.parse(on) + 86_400_000, lastTime)).toISOString();
}

/** `Date` reads the 30th of February as a day in March. */
function isDayOfCalendar(day: string): boolean {
  const begin = new Date(`${day}T00:00Z`);
  return !Number.isNaN(begin.getTime()) && begin.toISOString().startsWith(day);
}

const firstTime = Date.parse('0001-01-01T00:00:00.000Z');
const lastTime = Date.parse('9999-12-31T23:59:59.999Z');
