import { expect, it } from 'vitest';
import { parseFilter } from '@/components/filter/clause.ts';
import { mapKey, mapSearchParams, readMapTime, writeMapTime } from './duration-params.ts';

const [from, to] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
const now = new Date('2026-01-03T00:00:00.000Z');

it('reads the time of a map that it wrote, the last hours, or else the last day', () => {
  expect(readMapTime(writeMapTime({ from, to }))).toEqual({ from, to });
  expect(readMapTime('1h')).toEqual({ window: '1h' });
  for (const other of [null, '', '5y', `${to}~${from}`, `${from}~${from}`, `${from}~`, `~${to}`, 'a~b'])
    expect(readMapTime(other), String(other)).toEqual({ window: '24h' });
});

it('asks for the tasks that ended in the time of the map, and for those of its filter alone without one', () => {
  const filter = parseFilter('type:order');
  const ask = (time: Parameters<typeof mapSearchParams>[0]['time']) =>
    Object.fromEntries(mapSearchParams({ filter, measure: 'runTime', time }, now));
  const always = { type: 'order', measure: 'runTime' };
  expect(ask(undefined)).toEqual(always);
  expect(ask({ window: '1h' })).toEqual({ ...always, endedAfter: '2026-01-02T23:00:00.000Z' });
  expect(ask({ from, to })).toEqual({ ...always, endedAfter: from, endedBefore: to });
});

it('keeps maps apart by measure, filter and time', () => {
  const given = { filter: parseFilter('type:order'), measure: 'runTime', time: { window: '1h' } } as const;
  const keys = [
    given,
    { ...given, measure: 'queueWait' as const },
    { ...given, filter: [] },
    { ...given, time: { from, to } },
    { ...given, time: undefined },
  ].map((query) => JSON.stringify(mapKey(query)));
  expect(new Set(keys).size).toBe(5);
  expect(keys[0]).toBe(JSON.stringify(mapKey({ ...given, filter: parseFilter('type:order') })));
});
