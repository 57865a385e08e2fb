import { expect, it } from 'vitest';
import {
  formatAbsolute,
  formatAxisTime,
  formatMinute,
  formatRelative,
  formatShort,
  hasRepeatedTimes,
  readTimePreferences,
  writeTimePreferences,
} from './time-format.ts';

const noon = new Date('2026-03-29T12:00:00.123Z');

it('tells distance in the largest unit', () => {
  const at = (ms: number) => formatRelative(new Date(noon.getTime() + ms), noon.getTime());
  expect(at(0)).toBe('just now');
  expect(at(-12_000)).toBe('12 s ago');
  expect(at(-59_400)).toBe('59 s ago');
  expect(at(-59_800)).toBe('1 min ago');
  expect(at(3 * 3_600_000)).toBe('in 3 h');
  expect(at(-86_400_000 * 40)).toBe('1 mo ago');
  expect(at(-86_400_000 * 800)).toBe('2 y ago');
});

it('never says 60 of a unit that is one of the next', () => {
  for (let ms = 1_500; ms < 40 * 86_400_000; ms = Math.ceil(ms * 1.01)) {
    const text = formatRelative(new Date(noon.getTime() - ms), noon.getTime());
    expect(text).not.toMatch(/^(60 (s|min)|24 h) ago$/);
  }
});

it('writes a time in the zone asked for, summer time included', () => {
  expect(formatAbsolute(noon, 'UTC')).toBe('2026-03-29 12:00:00');
  expect(formatAbsolute(noon, 'Europe/Berlin', { milliseconds: true })).toBe('2026-03-29 14:00:00.123');
  expect(formatAbsolute(new Date('nonsense'), 'UTC')).toBe('invalid time');
});

it.each([
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25 02:30:00 +02:00'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25 02:30:00 +01:00'],
  ['Europe/Berlin', '2026-10-24T23:59:59Z', '2026-10-25 01:59:59'],
  ['Europe/Berlin', '2026-10-25T02:00:00Z', '2026-10-25 03:00:00'],
  ['Europe/Berlin', '2026-03-29T01:30:00Z', '2026-03-29 03:30:00'],
  ['America/New_York', '2026-11-01T05:59:59Z', '2026-11-01 01:59:59 -04:00'],
  ['America/New_York', '2026-11-01T06:00:00Z', '2026-11-01 01:00:00 -05:00'],
  ['Australia/Lord_Howe', '2026-04-04T14:40:00Z', '2026-04-05 01:40:00 +11:00'],
  ['Australia/Lord_Howe', '2026-04-04T15:10:00Z', '2026-04-05 01:40:00 +10:30'],
  ['Australia/Lord_Howe', '2026-04-04T14:29:59Z', '2026-04-05 01:29:59'],
  ['Asia/Kolkata', '2026-10-25T00:30:00Z', '2026-10-25 06:00:00'],
  ['UTC', '2026-10-25T00:30:00Z', '2026-10-25 00:30:00'],
])('tells the two times apart that clocks in %s show alike: %s', (timeZone, time, text) => {
  expect(formatAbsolute(new Date(time), timeZone)).toBe(text);
});

it('gives any two times of a year different texts', () => {
  for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago']) {
    const begin = Date.parse('2026-01-01T00:00:00Z');
    const times = Array.from({ length: 365 * 48 }, (_, half) =>
      formatAbsolute(new Date(begin + half * 1_800_000), timeZone),
    );
    expect(new Set(times).size).toBe(times.length);
  }
});

it('writes a time without its seconds', () => {
  expect(formatMinute(noon, 'Europe/Berlin')).toBe('2026-03-29 14:00');
  expect(formatMinute(new Date('2026-10-25T00:30:00Z'), 'Europe/Berlin')).toBe('2026-10-25 02:30 +02:00');
  expect(formatMinute(new Date('nonsense'), 'UTC')).toBe('invalid time');
});

it.each([
  ['2026-11-21T10:32:07Z', {}, '11:32'],
  ['2026-11-21T10:32:07Z', { seconds: true }, '11:32:07'],
  ['2026-11-21T10:32:07Z', { date: true }, '11-21 11:32'],
  ['2026-10-25T00:30:00Z', {}, '02:30 +02:00'],
  ['2026-10-25T01:30:00Z', {}, '02:30 +01:00'],
  ['2026-10-25T01:30:05Z', { date: true, seconds: true }, '10-25 02:30:05 +01:00'],
  ['2026-10-25T02:00:00Z', {}, '03:00'],
])('writes %s below an axis with %j as %s', (time, parts, text) => {
  expect(formatAxisTime(new Date(time), 'Europe/Berlin', parts)).toBe(text);
});

it('tells whether times between two of them can be longer', () => {
  const between = (from: string, to: string, timeZone = 'Europe/Berlin') =>
    hasRepeatedTimes(Date.parse(from), Date.parse(to), timeZone);
  expect(between('2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z')).toBe(true);
  expect(between('2026-10-25T01:10:00Z', '2026-10-25T01:50:00Z'), 'after the change').toBe(true);
  expect(between('2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z', 'UTC')).toBe(false);
  expect(between('2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z'), 'clocks are set forward').toBe(false);
  expect(between('2026-11-20T12:00:00Z', '2026-11-21T12:00:00Z')).toBe(false);
});

it('leaves out the year of now where there is little room', () => {
  const now = new Date('2026-12-31T23:30:00Z');
  expect(formatShort(noon, 'UTC', { now })).toBe('03-29 12:00:00');
  expect(formatShort(noon, 'UTC', { now, milliseconds: true })).toBe('03-29 12:00:00.123');
  expect(formatShort(noon, 'Europe/Berlin', { now }), 'there it is 2027').toBe('2026-03-29 14:00:00');
  expect(formatShort(new Date('nonsense'), 'UTC', { now })).toBe('invalid time');
});

it('keeps preferences, and falls back where they make no sense', () => {
  const chosen = { zone: 'Asia/Kolkata', style: 'absolute' } as const;
  expect(readTimePreferences(writeTimePreferences(chosen))).toEqual(chosen);
  expect(readTimePreferences('Mars/Olympus|absolute')).toEqual({ zone: 'local', style: 'relative' });
  expect(readTimePreferences(undefined)).toEqual({ zone: 'local', style: 'relative' });
});
