// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerReads, refusal, type ShownHook, showHook } from '../testing/show-hook.ts';
import { useScheduleMeaning } from './use-schedule-meaning.ts';

let form: Parameters<typeof useScheduleMeaning>[0];
let page: ShownHook<ReturnType<typeof useScheduleMeaning>>;
const show = async (given: Partial<typeof form>) => {
  form = { cron: '', timeZone: '', until: '', ...given };
  page = await showHook(() => useScheduleMeaning(form));
};

afterEach(() => {
  page.end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks for nothing, and means nothing, before a schedule is written', async () => {
  const { asked } = answerReads(() => ({ next: [] }));
  await show({ cron: '  ' });
  expect([page.now, asked]).toEqual([undefined, []]);
});

it('is asked for in the zone and up to the time of the form', async () => {
  const meaning = { text: 'Every hour', next: ['2100-01-01T00:00:00Z'] };
  const { asked } = answerReads(() => meaning);
  await show({ cron: ' 0 * * * * ', until: '2100-02-01T00:00:00Z' });
  await expect.poll(() => page.now).toEqual(meaning);
  const address = new URL(asked[0] ?? '', 'http://dashboard');
  expect(address.pathname).toBe('/api/schedules/preview');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ cron: '0 * * * *', timeZone: 'UTC' });
  expect(Date.parse(address.searchParams.get('until') ?? '')).toBe(Date.parse('2100-02-01T00:00:00Z'));
});

it('means nothing any more when the schedule is deleted', async () => {
  answerReads(() => ({ text: 'Every hour', next: [] }));
  await show({ cron: '0 * * * *' });
  await expect.poll(() => page.now).toBeDefined();
  form = { ...form, cron: '' };
  await page.again();
  await expect.poll(() => page.now).toBeUndefined();
});

it('says why the next runs are not known', async () => {
  answerReads(() => refusal(400, 'InvalidRequest', 'There is no such time zone.'));
  await show({ cron: '0 * * * *', timeZone: 'Mars/Olympus' });
  const problem = 'The next runs could not be read. There is no such time zone.';
  await expect.poll(() => page.now).toEqual({ problem });
});

it('is read anew when its first run is past', async () => {
  vi.useFakeTimers();
  const { asked } = answerReads(() => ({ text: 'Every minute', next: [new Date(Date.now() + 60_000).toISOString()] }));
  await show({ cron: '* * * * *' });
  await act(() => vi.advanceTimersByTimeAsync(59_000));
  expect(asked).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(asked).toHaveLength(2);
});
