import { zoneAtOnce } from './browser-zone.ts';

/**
 * What the clocks of an IANA zone show at a time: `2026-11-21 10:32:07`, with `.123` when asked. For UTC and the zone of
 * this browser, `Intl` is not used: see `zoneAtOnce`.
 */
export function wallClock(time: Date, timeZone: string, hasMilliseconds = false): string {
  const year = time.getUTCFullYear();
  const hasFourDigits = year > 1000 && year < 9999;
  if (hasFourDigits && timeZone === 'UTC') return cut(time.toISOString().replace('T', ' '), hasMilliseconds);
  if (hasFourDigits && timeZone === zoneAtOnce()) return cut(localClock(time), hasMilliseconds);
  return formatOf(timeZone, hasMilliseconds).format(time).replace(', ', ' ');
}

function cut(text: string, hasMilliseconds: boolean): string {
  return text.slice(0, (hasMilliseconds ? '2026-11-21 10:32:07.123' : '2026-11-21 10:32:07').length);
}

function localClock(time: Date): string {
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(':');
  return `${date} ${clock}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}

const two = (value: number) => String(value).padStart(2, '0');

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string, hasMilliseconds: boolean): Intl.DateTimeFormat {
  const key = `${timeZone} ${hasMilliseconds}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...(hasMilliseconds ? { fractionalSecondDigits: 3 } : {}),
  });
  formats.set(key, made);
  return made;
}
