import { endOfDay, readMoment } from '@/components/ui/moment-text.ts';
import type { FilterDefinition, Reading } from './definition.ts';

const day = 86_400_000;
const units: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: day, w: 7 * day };
const agePattern = /^([<>])(\d{1,6}(?:\.\d{1,3})?)(s|m|h|d|w)$/i;

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
  const between = (from: string, until: string): Reading => ({ fields: { [after]: from, [before]: until } });
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
      const midnight = Math.floor(now.getTime() / day) * day;
      if (value.toLowerCase() === 'today') return { fields: { [after]: inUtc(midnight) } };
      if (value.toLowerCase() === 'yesterday') return between(inUtc(midnight - day), inUtc(midnight));
      const [, from, to] = /^(.+?)\.\.(.+)$/.exec(value) ?? [];
      if (from !== undefined && to !== undefined) {
        const [start, end] = [readMoment(from), readMoment(to)];
        if (start === undefined || end === undefined) return { problem: `“${value}” is not a range of two times` };
        const until = end.isDay ? endOfDay(end) : end.on;
        return start.on < until ? between(start.on, until) : { problem: `“${value}” ends before it begins` };
      }
      const [, direction, text = ''] = /^([<>]?)(.*)$/s.exec(value) ?? [];
      const moment = readMoment(text);
      if (moment === undefined)
        return { problem: `“${value}” is not a time; write <1h, >2d, today, 2026-11-20 or >2026-11-20T14:00` };
      if (direction === '>') return { fields: { [after]: moment.on } };
      if (direction === '<') return { fields: { [before]: moment.on } };
      if (!moment.isDay) return { problem: `add a direction: <${value} or >${value}` };
      return between(moment.on, endOfDay(moment));
    },
  };
}

const inUtc = (time: number) => new Date(time).toISOString();
