import { beforeEach, expect, test } from 'vitest';
import type { AlertCondition } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { startEngineWithClock } from '../testing/clock-fixture.ts';
import { ada, config } from '../testing/engine-fixture.ts';
import { evaluateAlerts } from './evaluate-alerts.ts';
import { lookAtConditions } from './lasting/look.ts';

const fixture = started(startEngineWithClock, 'end');
beforeEach(async () => {
  await fixture.owner`truncate task, active_run, run, worker, alert, alert_signal cascade`;
  await fixture.owner`update alert_look set looked_on = '-infinity'`;
});

async function addAlert(condition: AlertCondition): Promise<void> {
  await fixture.database`
    insert into alert (id, name, condition, channels, sealed_channels, sealed_with, is_enabled, repeat_after_in_ms,
      created_by, modified_by)
    values (${crypto.randomUUID()}, 'a', ${JSON.stringify(condition)}::text::jsonb, '[]', '', '', true, 300000, '', '')`;
}

/** Sets the clock, evaluates the alerts, and resolves with what their new notices are about. */
async function toldAt(time: string): Promise<string[]> {
  await fixture.setClock(`2030-01-01 ${time}+00`);
  await fixture.database`delete from alert_notice`;
  await lookAtConditions(fixture.database);
  await evaluateAlerts(fixture.database);
  const rows = await fixture.database<{ kind: string; subject: string }[]>`
    select kind, subject ->> 'id' as subject from alert_notice, jsonb_array_elements(subjects) subject order by key`;
  return rows.map(({ kind, subject }) => `${kind} ${subject}`);
}

const fail = (type: string) =>
  fixture.database`insert into alert_signal (kind, subject, type, count) values ('failure', ${type}, ${type}, 1)`;

test('a clock that goes back silences no alert about what happens', async () => {
  await addAlert({ kind: 'failure', type: '*' });
  await fail('mail');
  expect(await toldAt('12:00:00')).toEqual(['alert mail']);
  await fail('order');
  await fail('mail');
  expect(await toldAt('11:59:59'), 'a correction of a second is no reason for two notices in a minute').toEqual([]);
  expect((await toldAt('10:00:00')).toSorted()).toEqual(['alert mail', 'alert order']);
});

test('a clock that goes back silences no alert about what lasts', async () => {
  await addAlert({ kind: 'overdue', type: 'order', afterInMs: 300_000 });
  await fixture.setClock('2030-01-01 11:50:00+00');
  const { task } = await fixture.engine.createTask(config(), ada);
  expect(await toldAt('12:00:00')).toEqual(['alert order']);
  await fixture.setClock('2030-01-01 10:00:00+00');
  await fixture.engine.cancelTask(task.id);
  expect([await toldAt('10:00:10'), await toldAt('10:02:00')]).toEqual([[], ['recovered order']]);
  await fixture.engine.createTask(config(), ada);
  expect(await toldAt('10:08:00')).toEqual(['alert order']);
});
