import type { FilterDefinition, Reading } from './definition.ts';

const day = 86_400_000;
const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: day, w: 7 * day };
const agePattern = /^([<>])(\d{1,6}(?:\.\d{1,3})?)(s|m|h|d|w)$/i;
const momentPattern = /^(<|>)?(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i;

/**
 * A time filter over two bounds of the service. `<1h`: less than an hour ago; `>2d`: longer ago than two days;
 * `>2026-11-20` and `<2026-11-20T14:00`: after and before; `2026-11-20`, `today`, `yesterday`: that day;
 * `2026-11-20..2026-11-22`: these days; `2026-11-20T14:00..2026-11-20T15:00`: from the one to before the other.
 * Times without an offset are UTC, so that a link means the same to everyone.
 */
export function timeFilter(
  kind: Pick<FilterDefinition, 'key' | 'label' | 'about' | 'example'> & { after: string; before: string },
): FilterDefinition {
  const { after, before, ...rest } = kind;
  const between = (from: Date, until: Date): Reading => ({
    fields: { [after]: from.toISOString(), [before]: until.toISOString() },
  });
  return {
    ...rest,
    isMany: false,
    suggestions: ['<15m', '<1h', '<24h', '<7d', '>1h', '>1d', 'today', 'yesterday'],
    read: (value, now) => {
      const age = agePattern.exec(value);
      if (age) {
        const [, operator, count, unit = ''] = age;
        const bound = new Date(now.getTime() - Number(count) * (units[unit.toLowerCase()] ?? 0));
        if (!Number.isFinite(bound.getTime()) || bound.getUTCFullYear() < 1970)
          return { problem: `“${value}” is too long ago` };
        return { fields: { [operator === '<' ? after : before]: bound.toISOString() } };
      }
      const midnight = new Date(Math.floor(now.getTime() / day) * day);
      if (value.toLowerCase() === 'today') return { fields: { [after]: midnight.toISOString() } };
      if (value.toLowerCase() === 'yesterday') return between(new Date(midnight.getTime() - day), midnight);
      const [, from, to] = /^(.+?)\.\.(.+)$/.exec(value) ?? [];
      if (from !== undefined && to !== undefined) {
        const [start, end] = [spanOf(from), spanOf(to)];
        if (start === undefined || end === undefined) return { problem: `“${value}” is not a range of two times` };
        if (start.from >= end.until) return { problem: `“${value}” ends before it begins` };
        return between(start.from, end.until);
      }
      const moment = momentPattern.exec(value);
      const on = moment ? new Date(`${moment[2]}T${moment[3] ?? '00:00'}${moment[4] ?? 'Z'}`) : new Date(Number.NaN);
      if (!moment || Number.isNaN(on.getTime()))
        return { problem: `“${value}” is not a time; write <1h, >2d, today, 2026-11-20 or >2026-11-20T14:00` };
      if (moment[1] === '>') return { fields: { [after]: on.toISOString() } };
      if (moment[1] === '<') return { fields: { [before]: on.toISOString() } };
      if (moment[3] !== undefined) return { problem: `add a direction: <${value} or >${value}` };
      return between(on, new Date(on.getTime() + day));
    },
  };
}

/** The day of a date, or the moment of a time. */
function spanOf(text: string): { from: Date; until: Date } | undefined {
  const [, sign, date, time, offset] = momentPattern.exec(text) ?? [];
  const from = new Date(`${date}T${time ?? '00:00'}${offset ?? 'Z'}`);
  if (date === undefined || sign !== undefined || Number.isNaN(from.getTime())) return undefined;
  return { from, until: time === undefined ? new Date(from.getTime() + day) : from };
}
