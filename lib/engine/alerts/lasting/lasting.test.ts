import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type AlertCondition, type AlertFinding, alertTaskType, type TaskConfig } from '#contract';
import { readStored } from '#database';
import { started } from '../../../contract/testing/started.ts';
import { longestTurnInMs, longestTurnOf } from '../../../schema/testing/watch-loop.ts';
import { ada, addWorker, endTask, startEngine } from '../../testing/engine-fixture.ts';
import { evaluateAlerts } from '../evaluate-alerts.ts';
import { conditionLooks, lookAtConditions } from './look.ts';

const fixture = started(startEngine, 'end');
beforeAll(async () => {
  await fixture.owner`alter table active_run disable trigger active_run_first_queued`;
});
beforeEach(async () => {
  await fixture.owner`truncate task, active_run, run, worker, alert cascade`;
  await fixture.database`update alert_look set walked_to = 0, found = '[]'`;
});

const minute = 60_000;
const failure = { name: 'Error', message: 'm', fingerprint: 'f' };

async function addAlert(condition: AlertCondition): Promise<number> {
  const [row] = await fixture.database<{ key: number }[]>`
    insert into alert (id, name, condition, channels, sealed_channels, sealed_with, is_enabled, repeat_after_in_ms,
      created_by, modified_by)
    values (${crypto.randomUUID()}, 'a', ${JSON.stringify(condition)}::text::jsonb, '[]', '', '', true, ${15 * minute}, '', '')
    returning key`;
  return row?.key ?? 0;
}

/** Creates a task whose run was queued this long ago. */
async function create(given: Partial<TaskConfig> = {}, agoInMs = 0): Promise<string> {
  const id = await fixture.create(given);
  await fixture.database`
    update active_run set queued_on = now() - ${agoInMs}::bigint * interval '1 ms'
    where task_key = (select key from task where id = ${id})`;
  return id;
}

async function end(given: Partial<TaskConfig>, status: 'succeeded' | 'failed', agoInMs = 0): Promise<string> {
  const id = await create(given);
  await endTask(fixture.database, id, status, status === 'failed' ? failure : undefined);
  await fixture.database`
    update run set ended_on = now() - ${agoInMs}::bigint * interval '1 ms'
    where task_key = (select key from task where id = ${id})`;
  return id;
}

/** Lets time pass for what the alerts have told, then evaluates them. Resolves with the notices that were made. */
async function evaluate(passedInMs = 0): Promise<{ kind: string; subjects: AlertFinding[] }[]> {
  const past = fixture.database`${passedInMs}::bigint * interval '1 ms'`;
  await fixture.database`update alert_look set looked_on = '-infinity'`;
  await fixture.database`update alert set last_notice_on = last_notice_on - ${past}`;
  await fixture.database`update alert_subject set last_notice_on = last_notice_on - ${past}, over_on = over_on - ${past}`;
  await fixture.database`delete from alert_notice`;
  await lookAtConditions(fixture.database);
  await evaluateAlerts(fixture.database);
  const rows = await fixture.database<{ kind: string; subjects: string }[]>`
    select kind, subjects from alert_notice order by key`;
  return rows.map(({ kind, subjects }) => ({ kind, subjects: readStored<AlertFinding[]>(subjects) }));
}

/** Returns the ids that an alert with this condition tells of at once. */
async function found(condition: AlertCondition): Promise<string[]> {
  await addAlert(condition);
  const notices = await evaluate();
  await fixture.database`delete from alert`;
  return notices.flatMap(({ subjects }) => subjects.map(({ id }) => id)).toSorted();
}

test('what lasts is told at once, again after the time of the alert, and once when it is over', async () => {
  await addAlert({ kind: 'queueWait', queue: 'mail*', afterInMs: 5 * minute });
  const id = await create({ queue: 'mail' }, 6 * minute);
  const [notice, ...more] = await evaluate();
  expect(more).toEqual([]);
  expect(notice).toMatchObject({ kind: 'alert', subjects: [{ id: 'mail', count: 1 }] });
  expect(notice?.subjects[0]?.value).toBeGreaterThanOrEqual(6 * minute);
  expect(await evaluate(14 * minute)).toEqual([]);
  expect(await evaluate(minute)).toMatchObject([{ kind: 'summary' }]);
  await fixture.engine.cancelTask(id);
  expect(await evaluate(2 * minute)).toEqual([]);
  await create({ queue: 'mail' }, 6 * minute);
  expect(await evaluate(2 * minute)).toEqual([]); // back before it counted as over
  await fixture.database`delete from active_run`;
  await evaluate();
  expect(await evaluate(2 * minute)).toMatchObject([{ kind: 'recovered', subjects: [{ id: 'mail' }] }]);
  expect(await evaluate(20 * minute)).toEqual([]);
  await create({ queue: 'mail' }, 6 * minute);
  expect(await evaluate(2 * minute)).toMatchObject([{ kind: 'alert' }]);
});

test('what is over before it was told is not told', async () => {
  const key = await addAlert({ kind: 'queueWait', afterInMs: minute });
  await fixture.database`update alert set muted_until = now() + interval '1 hour' where key = ${key}`;
  await create({}, 2 * minute);
  expect(await evaluate()).toEqual([]);
  await fixture.database`delete from active_run`;
  await evaluate();
  await fixture.database`update alert set muted_until = null`;
  expect(await evaluate(20 * minute)).toEqual([]);
});

test('the run that waits longest is found in each line, and runs that wait for a key are not in line', async () => {
  const wait: AlertCondition = { kind: 'queueWait', afterInMs: 5 * minute };
  await create({ queue: 'low' });
  await create({ queue: 'low', priority: -5 }, 6 * minute);
  await create({ queue: 'fresh' }, 4 * minute);
  await create({ queue: 'keyed', concurrencyKey: 'k' }, 6 * minute);
  const crowded = await create({ queue: 'crowded' }, 6 * minute);
  await fixture.database`
    update active_run set ready_key = 4503599627370497 where task_key = (select key from task where id = ${crowded})`;
  expect(await found(wait)).toEqual(['crowded', 'low']);
  expect(await found({ ...wait, queue: 'low' })).toEqual(['low']);
});

test('runs without a live worker of their queue and type are told, others are not', async () => {
  await addWorker(fixture.database, { name: 'w', queues: ['default', 'mail'] });
  await addWorker(fixture.database, { name: 'silent', queues: ['gpu'], expiresInMs: -1 });
  await create({ queue: 'mail' }, 6 * minute);
  await create({ queue: 'gpu' }, 6 * minute);
  await create({ queue: 'new' });
  expect(await found({ kind: 'noWorker', afterInMs: 5 * minute })).toEqual(['gpu']);
  await fixture.database`update worker set types = '{other}'`;
  expect(await found({ kind: 'noWorker', afterInMs: 5 * minute })).toEqual(['gpu', 'mail']);
});

test('a rate counts the failed among the runs that ended in its time, by type or by queue', async () => {
  for (const queue of ['a', 'b']) await end({ queue }, 'failed', minute);
  await end({ queue: 'a' }, 'succeeded', minute);
  await end({ queue: 'a' }, 'failed', 20 * minute);
  await fixture.engine.cancelTask(await create({ queue: 'b' }));
  await fixture.database`update run set status = 'timedOut' where task_key = (select key from task where queue = 'b' order by key limit 1)`;
  const delivery = await end({ queue: 'c' }, 'failed');
  await fixture.database`update task set type = ${alertTaskType} where id = ${delivery}`;
  const rate = { kind: 'failureRate' as const, percent: 60, windowInMs: 10 * minute, minimumEnds: 1 };
  expect(await found({ ...rate, queue: '*' })).toEqual(['b']);
  expect(await found({ ...rate, queue: 'a', percent: 50 })).toEqual(['a']);
  expect(await found({ ...rate, type: 'order' })).toEqual(['order']);
  expect(await found({ ...rate, type: 'order', percent: 67 })).toEqual([]);
  expect(await found({ ...rate, type: 'order', minimumEnds: 4 })).toEqual([]);
  await end({}, 'failed', 10 * minute + 1_000);
  await addAlert({ ...rate, type: 'none', windowInMs: 30 * minute });
  await addAlert({ ...rate, type: 'ord*' });
  expect(await evaluate()).toMatchObject([{ subjects: [{ id: 'order', count: 2, value: 66.67 }] }]);
});

test('a run that does not end in time is told, from when it was queued', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const paused = await create({ startOn: later }, 6 * minute);
  await fixture.engine.pauseTask(paused, ada);
  await create({ startOn: later }, 6 * minute);
  const overdue = { kind: 'overdue' as const, afterInMs: 5 * minute };
  const young = await create({}, 4 * minute);
  expect(await found({ ...overdue, type: 'order' })).toEqual([]);
  const old = await create({}, 6 * minute);
  await fixture.database`
    update active_run set status = 'waiting', wait_kind = 'event' where task_key = (select key from task where id = ${old})`;
  await addAlert({ ...overdue, type: 'order', afterInMs: 3 * minute });
  expect(await evaluate()).toMatchObject([{ subjects: [{ id: 'order', count: 2 }] }]);
  await fixture.database`delete from alert`;
  await addAlert({ ...overdue, type: 'none', afterInMs: minute });
  expect(await found({ ...overdue, type: 'o*' })).toEqual(['order']);
  expect(await found({ ...overdue, type: 'orde' })).toEqual([]);
  expect(await found({ ...overdue, task: old })).toEqual([old]);
  for (const task of [young, paused]) expect(await found({ ...overdue, task })).toEqual([]);
});

test('a round over many runs takes several looks, and tells only what the whole of it found', async () => {
  await fixture.database`
    insert into active_run (task_key, run_count, status, trigger, triggered_by, type, queue, priority, queued_on)
    select n, 1, 'queued', 'create', '', 'order', 'default', 0,
      case when n in (1, 25000) then now() - interval '1 hour' else now() end
    from generate_series(1, 25000) n`;
  await addAlert({ kind: 'overdue', type: 'order', afterInMs: 5 * minute });
  expect(await evaluate()).toEqual([]);
  expect(await evaluate()).toMatchObject([{ kind: 'alert', subjects: [{ id: 'order', count: 2 }] }]);
  expect(await evaluate(15 * minute)).toEqual([]);
  expect(await evaluate()).toMatchObject([{ kind: 'summary', subjects: [{ count: 2 }] }]);
});

test('one task is told each time it fails or ends, and when it succeeds after that', async () => {
  const id = await create({ id: 'nightly' });
  const before = await end({ id: 'before' }, 'failed', minute);
  await addAlert({ kind: 'task', task: id, when: 'fails' });
  await addAlert({ kind: 'task', task: id, when: 'ends' });
  await addAlert({ kind: 'task', task: before, when: 'fails' });
  expect(await evaluate()).toEqual([]);
  const rerun = async (status: 'succeeded' | 'failed') => {
    await endTask(fixture.database, id, status, status === 'failed' ? failure : undefined);
    const notices = await evaluate(20 * minute);
    await fixture.engine.rerunTask(id, {}, ada);
    return notices.map(({ kind, subjects }) => [kind, subjects[0]?.count]);
  };
  expect(await rerun('failed')).toEqual([
    ['alert', 1],
    ['alert', 1],
  ]);
  expect(await evaluate(20 * minute)).toEqual([]);
  expect(await rerun('failed')).toEqual([
    ['summary', 1],
    ['summary', 1],
  ]);
  expect(await rerun('succeeded')).toEqual([['summary', 1]]);
  expect(await rerun('succeeded'), 'more that succeed do not put off that it is over').toEqual([
    ['summary', 1],
    ['recovered', 0],
  ]);
});

test('a task that failed and succeeded between two looks is not failing, and one created anew is another', async () => {
  const id = await create({ id: 'weekly' });
  await addAlert({ kind: 'task', task: id, when: 'fails' });
  const look = async (...ends: ('succeeded' | 'failed')[]) => {
    for (const status of ends) {
      await endTask(fixture.database, id, status, status === 'failed' ? failure : undefined);
      await fixture.engine.rerunTask(id, {}, ada);
    }
    return (await evaluate(20 * minute)).map(({ kind }) => kind);
  };
  expect(await look('failed', 'succeeded')).toEqual(['alert']);
  expect([await look('succeeded'), await look()]).toEqual([[], []]);
  await fixture.engine.deleteTask(id, { force: true });
  await create({ id });
  expect(await look('failed')).toEqual(['summary']);
});

test('what is over is not told while its alert is muted', async () => {
  await addAlert({ kind: 'queueWait', afterInMs: minute });
  await create({}, 2 * minute);
  expect(await evaluate()).toMatchObject([{ kind: 'alert' }]);
  await fixture.database`delete from active_run`;
  await evaluate();
  await fixture.database`update alert set muted_until = now() + interval '1 hour'`;
  expect(await evaluate(2 * minute)).toEqual([]);
  await fixture.database`update alert set muted_until = null`;
  expect(await evaluate()).toMatchObject([{ kind: 'recovered' }]);
});

test('a worker is lost when its lease expires, and over when one of its name is live', async () => {
  await addWorker(fixture.database, { name: 'old', expiresInMs: -10 * minute });
  await addAlert({ kind: 'workerLost', worker: 'w*' });
  await addAlert({ kind: 'workerLost' });
  await addWorker(fixture.database, { name: 'w-1' });
  const other = await addWorker(fixture.database, { name: 'x' });
  expect(await evaluate()).toEqual([]);
  await fixture.database`
    update worker set expires_on = now() - interval '1 ms', started_on = now() - interval '1 min' where name in ('w-1', 'x')`;
  const told = (await evaluate()).map(({ subjects }) => subjects.map(({ id }) => id).toSorted());
  expect(told).toEqual([['w-1'], ['w-1', 'x']]);
  await fixture.database`delete from worker where key = ${other}`;
  await fixture.database`update worker set id = 'lost' where name = 'w-1'`;
  await addWorker(fixture.database, { name: 'w-1' });
  await evaluate();
  expect(await evaluate(2 * minute)).toMatchObject([
    { kind: 'recovered', subjects: [{ id: 'w-1' }] },
    { kind: 'recovered', subjects: [{ id: 'w-1' }] },
  ]);
});

test('a worker that was killed and started again under another name is not lost', async () => {
  await addAlert({ kind: 'workerLost' });
  const kill = async (name: string) => {
    await fixture.database`
      update worker set expires_on = now() - interval '1 ms', last_seen_on = now(), is_expired = true where name = ${name}`;
    await fixture.database`select pg_sleep(0.005)`; // times have milliseconds
  };
  await addWorker(fixture.database, { name: 'host-1' });
  await addWorker(fixture.database, { name: 'service-host-1-bulk-operation', queues: ['taskdeck'] });
  await kill('host-1');
  await kill('service-host-1-bulk-operation');
  expect(await evaluate()).toMatchObject([{ kind: 'alert', subjects: [{ id: 'host-1', count: 1 }] }]);
  await addWorker(fixture.database, { name: 'host-2' });
  expect((await fixture.engine.listWorkers({ maxPageSize: 9 })).value).toMatchObject([
    { name: 'host-2', status: 'live' },
    { name: 'service-host-1-bulk-operation', status: 'expired', replacedBy: 'service' },
    { name: 'host-1', status: 'expired', replacedBy: 'host-2' },
  ]);
  await evaluate();
  expect(await evaluate(2 * minute)).toMatchObject([{ kind: 'recovered', subjects: [{ id: 'host-1' }] }]);
  await kill('host-2');
  await addWorker(fixture.database, { name: 'host-3' });
  expect(await evaluate(2 * minute)).toEqual([]);
});

test('many late schedules hold no event loop', async () => {
  for (const afterInMs of [minute, 2 * minute]) await addAlert({ kind: 'scheduleMissed', afterInMs });
  await Promise.all(
    Array.from({ length: 600 }, (_, index) => {
      const yearsAhead = `${index % 60} ${Math.floor(index / 60)} 29 2 +1`;
      return fixture.create({ schedule: { cron: yearsAhead, timeZone: 'America/New_York' } });
    }),
  );
  await fixture.database`update active_run set status = 'running', due_on = null, queued_on = now(), started_on = now()`;
  const longest = await longestTurnOf(async () => {
    await fixture.database`update alert_look set looked_on = '-infinity'`;
    await lookAtConditions(fixture.database);
  });
  expect(longest).toBeLessThan(longestTurnInMs);
});

test('a schedule is missed when its run does not begin, or the run before has not ended', async () => {
  const missed = { kind: 'scheduleMissed' as const, afterInMs: 5 * minute };
  const id = await create({ schedule: { cron: '*/10 * * * *', timeZone: 'UTC' } });
  const other = await create({ schedule: { cron: '0 0 1 1 *', timeZone: 'UTC' } });
  const set = (due: string, columns: object, of = id) => fixture.database`
    update active_run set ${fixture.database({ queued_on: due, due_on: due, ...columns })}
    where task_key = (select key from task where id = ${of})`;
  const ago = (inMs: number) => new Date(Date.now() - inMs).toISOString();
  expect(await found(missed)).toEqual([]);
  await set(ago(6 * minute), {});
  expect(await found(missed)).toEqual([id]);
  expect(await found({ ...missed, task: other })).toEqual([]);
  expect(await found({ ...missed, type: 'or*' })).toEqual([id]);
  await set(ago(16 * minute), { status: 'running', started_on: ago(16 * minute), due_on: null }, other);
  await set(ago(6 * minute), { status: 'queued', due_on: null });
  expect(await found(missed)).toEqual([id]);
  await set(ago(4 * minute), { status: 'running', started_on: ago(0), due_on: null });
  expect(await found(missed)).toEqual([]);
  await set(ago(16 * minute), { status: 'running', started_on: ago(16 * minute), due_on: null });
  expect(await found(missed)).toEqual([id]);
  await set(ago(16 * minute), { status: 'paused', started_on: ago(16 * minute), due_on: null });
  expect(await found(missed)).toEqual([]);
});

const failed = (...types: string[]) => fixture.database`
  insert into alert_signal (kind, subject, type, count) select 'failure', type, type, 1 from unnest(${types}::text[]) type`;
const told = (notices: Awaited<ReturnType<typeof evaluate>>) =>
  notices.map(({ kind, subjects }) => [kind, ...subjects.map(({ id }) => id).toSorted()]);

test('what an alert finds within a minute is told in one notice, fifty things at a time', async () => {
  await addAlert({ kind: 'failure', type: '*' });
  await failed(...Array.from({ length: 51 }, (_, n) => `mail.${n}`));
  expect((await evaluate()).map(({ kind, subjects }) => [kind, subjects.length])).toEqual([['alert', 50]]);
  expect(await evaluate()).toEqual([]);
  expect((await evaluate(minute)).map(({ kind, subjects }) => [kind, subjects.length])).toEqual([['alert', 1]]);
});

test('a notice is a summary when everything in it was told before', async () => {
  await addAlert({ kind: 'failure', type: '*' });
  await failed('mail.1');
  expect(told(await evaluate())).toEqual([['alert', 'mail.1']]);
  await failed('mail.1', 'mail.2');
  expect(told(await evaluate(15 * minute))).toEqual([['alert', 'mail.1', 'mail.2']]);
  await failed('mail.1');
  expect(await evaluate()).toEqual([]);
  await failed('mail.1');
  expect(await evaluate(15 * minute)).toMatchObject([{ kind: 'summary', subjects: [{ id: 'mail.1', count: 2 }] }]);
});

test('what happens while an alert is disabled is not told later', async () => {
  await addAlert({ kind: 'failure', type: 'mail.1' });
  await addAlert({ kind: 'failure', type: '*' });
  await fixture.database`update alert set is_enabled = false where condition ->> 'type' = '*'`;
  await failed('mail.1');
  expect(told(await evaluate())).toEqual([['alert', 'mail.1']]);
  await fixture.database`update alert set is_enabled = true`;
  expect(await evaluate(minute)).toEqual([]);
});

test('what happened is compared with every alert by the database, a bounded part at a time', async () => {
  const conditions: [AlertCondition, number][] = [
    [{ kind: 'failure', type: 'mail.1' }, 1],
    [{ kind: 'failure', type: 'mail.*' }, 499],
    [{ kind: 'failure', type: '*' }, 500],
    [{ kind: 'failure', type: 'mail.' }, 0],
    [{ kind: 'cause' }, 1],
    [{ kind: 'cause', type: 'ma*', group: 'g' }, 1],
    [{ kind: 'cause', group: 'other' }, 0],
  ];
  const keys = [];
  for (const [condition] of conditions) keys.push(await addAlert(condition));
  await fixture.database`
    insert into alert_signal (kind, subject, type, count)
    select 'failure', type, type, 2 from (select 'mail.' || n as type from generate_series(1, 499) n union all select 'x') types
    union all select 'cause', 'g', 'mail', 3`;
  expect(await evaluateAlerts(fixture.database)).toBe(true);
  expect(await fixture.database`select kind from alert_signal`).toEqual([{ kind: 'cause' }]);
  expect(await evaluateAlerts(fixture.database)).toBe(true);
  expect(await evaluateAlerts(fixture.database)).toBe(false);
  const subjects = await fixture.database<{ alert_key: number; count: number }[]>`
    select alert_key, count(*) as count from alert_subject group by alert_key`;
  const counts = new Map(subjects.map(({ alert_key, count }) => [alert_key, count]));
  expect(keys.map((key) => counts.get(key) ?? 0)).toEqual(conditions.map(([, count]) => count));
});

test('an alert of a kind that only another version knows is reported once, and holds up no other', async () => {
  await addAlert({ kind: 'queueWait', afterInMs: minute });
  const key = await addAlert({ kind: 'noWorker', afterInMs: minute });
  await fixture.database`update alert set condition = '{"kind":"diskFull","percent":90}' where key = ${key}`;
  await create({}, 2 * minute);
  const troubles: string[] = [];
  const look = conditionLooks(fixture.database, ({ message }) => troubles.push(message));
  for (let looks = 0; looks < 2; looks++) {
    await fixture.database`update alert_look set looked_on = '-infinity'`;
    await look();
  }
  expect(troubles).toEqual([expect.stringContaining('no condition of the kind diskFull')]);
  expect(await evaluate()).toMatchObject([{ kind: 'alert', subjects: [{ count: 1 }] }]);
});
