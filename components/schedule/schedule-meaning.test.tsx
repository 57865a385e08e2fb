import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ScheduleMeaning, timesOf } from './schedule-meaning.tsx';

const hint = 'They appear here when a cron expression is entered';

it('says what will stand there until a cron expression is entered', () => {
  const shown = (hasCron: boolean) =>
    renderToStaticMarkup(<ScheduleMeaning meaning={undefined} timeZone="UTC" hasCron={hasCron} />);
  expect(shown(false)).toContain(hint);
  expect(shown(true)).not.toContain(hint);
});

const next = ['2026-11-23T10:00:00.000Z', '2026-11-23T11:00:00.000Z', '2026-11-23T12:00:00.000Z'];

it('begins with the run that is planned: times before it are skipped', () => {
  const planned = { status: 'scheduled' as const, nextRunOn: '2026-11-23T11:00:00.000Z' };
  expect(timesOf(next, planned)).toEqual(next.slice(1));
  expect(timesOf(next, { ...planned, nextRunOn: '2026-11-23T09:00:00Z' })).toEqual([
    '2026-11-23T09:00:00Z',
    ...next.slice(0, 2),
  ]);
  expect(timesOf(next, undefined)).toEqual(next);
});

it('says of a paused schedule that no run starts, and does not count down', () => {
  const shown = renderToStaticMarkup(
    <ScheduleMeaning meaning={{ words: 'Every hour', next }} timeZone="UTC" hasCron planned={{ status: 'paused' }} />,
  );
  expect(shown).toContain('Paused: no run starts until it is resumed.');
  expect(shown).toContain('2026-11-23 10:00:00');
  expect(shown).not.toMatch(/ ago|in \d/);
});
