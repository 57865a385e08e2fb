import { beforeEach, expect, test } from 'vitest';
import { alertTaskType } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startEngine } from '../testing/engine-fixture.ts';
import { noteSignals, type Signal } from './signals.ts';
import { sweepAlerts } from './sweep-alerts.ts';

const fixture = started(startEngine, 'end');
beforeEach(async () => {
  await fixture.owner`truncate alert, alert_signal cascade`;
});

async function addAlert(isEnabled: boolean): Promise<number> {
  const [row] = await fixture.database<{ key: number }[]>`
    insert into alert (id, name, condition, channels, sealed_channels, sealed_with, is_enabled, repeat_after_in_ms,
      created_by, modified_by)
    values (${crypto.randomUUID()}, 'a', '{"kind":"failure"}', '[]', '', '', ${isEnabled}, 60000, '', '')
    returning key`;
  return row?.key ?? 0;
}

const signalOf = (type: string): Signal => ({ kind: 'failure', subject: type, type, count: 1 });
const note = (...types: string[]) =>
  fixture.database.begin((transaction) => noteSignals(transaction, types.map(signalOf)));
const noted = async () =>
  (await fixture.database<{ type: string }[]>`select type from alert_signal order by id`).map(({ type }) => type);

test('what happens is noted while an alert is enabled, but for failed deliveries of alerts', async () => {
  await addAlert(false);
  await note('mail');
  expect(await noted()).toEqual([]);
  await addAlert(true);
  await note(alertTaskType, 'mail');
  expect(await noted()).toEqual(['mail']);
});

test('notices are removed after 90 days, and what was told and is over after a week', async () => {
  const key = await addAlert(true);
  await fixture.database`
    insert into alert_notice (id, alert_key, kind, subjects, created_on)
    select 'notice of ' || days || ' days ago', ${key}, 'alert', '[]', now() - make_interval(days => days)
    from unnest(array[89, 91]) days`;
  await fixture.database`
    insert into alert_subject (alert_key, subject, pending, is_open, last_notice_on)
    select ${key}, subject, pending, is_open = 1, now() - make_interval(days => days)
    from (values ('over', 0, 0, 8), ('open', 0, 1, 8), ('pending', 2, 0, 8), ('young', 0, 0, 6))
      told (subject, pending, is_open, days)`;
  expect(await sweepAlerts(fixture.database)).toBe(false);
  expect(await fixture.database`select id from alert_notice`).toEqual([{ id: 'notice of 89 days ago' }]);
  const subjects = await fixture.database<{ subject: string }[]>`select subject from alert_subject order by subject`;
  expect(subjects.map(({ subject }) => subject)).toEqual(['open', 'pending', 'young']);
});
