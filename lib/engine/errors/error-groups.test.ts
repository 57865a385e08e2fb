import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { errorGroupListQuery, errorGroupUpdate, messageShape, type TaskError } from '#contract';
import { holdLock, QueueFloor } from '#database';
import { started } from '../../contract/testing/started.ts';
import { ada, config, endTask, listing, registerType, startEngine } from '../testing/engine-fixture.ts';
import { registerWorker } from '../worker/register.ts';
import { countFailures } from './count-failures.ts';
import { sweepErrors } from './sweep-errors.ts';

const fixture = started(startEngine, 'end');
beforeAll(async () => {
  await registerType(fixture.database, 'secretive', { sensitive: ['/input/card'] });
});
beforeEach(() => fixture.owner`truncate task, active_run, run, failure, error_group, error_fingerprint, error_count`);
afterEach(() => {
  vi.useRealTimers();
});

const declined = (given: Partial<TaskError> = {}): TaskError => ({
  name: 'PaymentError',
  message: 'card 4711 declined',
  step: 'charge',
  fingerprint: '2-declined',
  stack: 'at charge',
  ...given,
});

/** Fails tasks whose failures are not counted yet. */
async function failUncounted(given: { error?: TaskError; type?: string; times?: number } = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < (given.times ?? 1); n++) {
    const { task } = await fixture.engine.createTask(config({ type: given.type ?? 'order' }), ada);
    await endTask(fixture.database, task.id, 'failed', given.error ?? declined());
    ids.push(task.id);
  }
  return ids;
}

async function fail(given: Parameters<typeof failUncounted>[0] = {}): Promise<string[]> {
  const ids = await failUncounted(given);
  await countFailures(fixture.database, new QueueFloor());
  return ids;
}

const list = async (given: object = {}) =>
  (await fixture.engine.listErrorGroups(errorGroupListQuery.parse({ ...given }))).value;
const get = (id = '2-declined') => fixture.engine.getErrorGroup(id, { windowInMs: 3_600_000 });
const decide = (given: object) =>
  fixture.engine.updateErrorGroup('2-declined', errorGroupUpdate.parse(given), { name: 'ada' });
const statusOf = async (id = '2-declined') => (await get(id)).status;
/** Moves everything that happened so far into the past, so that what follows is later. */
const age = (interval: string) => fixture.database`
  update error_group set changed_on = changed_on - ${interval}::interval, first_seen_on = first_seen_on - ${interval}::interval`;

test('a failure is counted once, with its tasks, its place and its message without variable parts', async () => {
  const [first] = await fail({ times: 3 });
  await countFailures(fixture.database, new QueueFloor());
  await fixture.engine.rerunTask(first ?? '', {}, ada);
  await endTask(fixture.database, first ?? '');
  expect(await list()).toMatchObject([
    {
      id: '2-declined',
      type: 'order',
      status: 'new',
      error: { name: 'PaymentError', message: messageShape('card 4711 declined'), step: 'charge' },
      isSensitive: false,
      failureCount: 3,
      taskCount: 3,
      failedTaskCount: 2,
    },
  ]);
  const { occurrences, latest } = await get();
  expect(occurrences.counts).toHaveLength(12);
  expect(occurrences.counts.reduce((sum, count) => sum + count)).toBe(3);
  expect(latest).toMatchObject({ runCount: 1, error: { stack: 'at charge' }, worker: 'w1' });
});

test.each([-10, 10])('failures are counted up to now also by a process whose clock is %i hours off', async (hours) => {
  await fail({ times: 2 });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
  const [one, [listed]] = [await get(), await list({ windowInMs: '3600000' })];
  const sumOf = (counts: number[] = []) => counts.reduce((sum, count) => sum + count, 0);
  expect([sumOf(one.occurrences.counts), sumOf(listed?.occurrences.counts)]).toEqual([2, 2]);
});

test('a group is found as soon as a task failed with it, also while others are counted', async () => {
  const [first] = await failUncounted();
  expect(await get()).toMatchObject({ failureCount: 1, latest: { taskId: first } });

  await failUncounted({ error: declined({ fingerprint: '2-other' }) });
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const counting = fixture.owner.begin(async (transaction) => {
    await holdLock(transaction, 'errorGroups');
    held.resolve();
    await release.promise;
  });
  await held.promise;
  const found = get('2-other');
  await expect
    .poll(
      () => fixture.owner`
        select from pg_locks l join pg_database d on d.oid = l.database
        where datname = current_database() and locktype = 'advisory' and not granted`,
    )
    .toHaveLength(1);
  release.resolve();
  await counting;
  expect(await found).toMatchObject({ failureCount: 1 });
  await expect(get('2-unknown')).rejects.toMatchObject({ code: 'ErrorGroupNotFound' });
});

test('groups come by what fails now: many old failures stand behind a few new ones', async () => {
  await fail({ times: 6, error: declined({ fingerprint: '2-old' }) });
  await fixture.database`update error_group set heat = heat - 8, last_seen_on = now() - interval '2 days'`;
  await fail({ times: 1, error: declined({ fingerprint: '2-new', message: 'other' }) });
  const ids = async (given: object) => (await list(given)).map(({ id }) => id);
  expect(await ids({})).toEqual(['2-new', '2-old']);
  const first = await fixture.engine.listErrorGroups(errorGroupListQuery.parse({ maxPageSize: '1' }));
  expect(first.value.map(({ id }) => id)).toEqual(['2-new']);
  expect(await ids({ maxPageSize: '1', continuationToken: first.continuationToken })).toEqual(['2-old']);
  await fail({ times: 6, error: declined({ fingerprint: '2-old' }) });
  expect(await ids({})).toEqual(['2-old', '2-new']);
  expect(await ids({ orderBy: 'firstSeenOn desc' })).toEqual(['2-new', '2-old']);
  expect(await ids({ search: 'OTHER' })).toEqual(['2-new']);
  expect(await ids({ type: 'ord*', status: ['new', 'ongoing'] })).toHaveLength(2);
  expect(await ids({ type: 'rep*' })).toEqual([]);
  expect(await ids({ owner: 'ada' })).toEqual([]);
});

test('a resolved group is back again when it fails later, not when the failure is older than the decision', async () => {
  await fail();
  await decide({ status: 'resolved' });
  const [late] = await fail();
  expect(await statusOf()).toBe('backAgain');
  await decide({ status: 'resolved' });
  await fixture.database`
    insert into failure (fingerprint, task_key, run_count, ended_on)
    select '2-declined', key, 1, now() - interval '1 minute' from task where id = ${late ?? ''}`;
  await countFailures(fixture.database, new QueueFloor());
  expect(await statusOf()).toBe('resolved');
  await decide({ status: 'open' });
  expect(await statusOf()).toBe('new');
  await age('2 days');
  expect(await statusOf()).toBe('ongoing');
});

test('a group that is resolved in a version is back again with that version or a newer one', async () => {
  const register = (name: string, version: string) =>
    registerWorker(fixture.database, {
      id: crypto.randomUUID(),
      name,
      queues: ['none'],
      types: ['order'],
      versions: { order: version },
      slots: 1,
      leaseInMs: 60_000,
    });
  await register('w1', '1.0');
  await fail();
  await register('other', '1.1');
  await decide({ status: 'resolved', resolvedInVersion: '1.1' });
  await fail();
  expect(await get()).toMatchObject({ status: 'resolved', resolvedInVersion: '1.1' });
  await register('w1', '1.1');
  await fail();
  const { status, versions } = await get();
  expect(status).toBe('backAgain');
  expect(versions.map(({ version, counts }) => [version, counts.reduce((sum, n) => sum + n)])).toEqual([
    ['1.1', 1],
    ['1.0', 2],
  ]);
  expect(versions[0]?.registeredOn).toBeDefined();
});

test('a mute ends by time, by count or by rate', async () => {
  await fail();
  await decide({ status: 'muted', mutedFailures: 2 });
  await fail({ times: 2 });
  expect(await get()).toMatchObject({ status: 'muted', mutedFailures: 0 });
  await fail();
  expect(await statusOf()).toBe('backAgain');
  await decide({ status: 'muted', mutedPerHour: 6 });
  await fail({ times: 2 });
  expect(await statusOf()).toBe('muted');
  await fail();
  expect(await statusOf()).toBe('backAgain');
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  await decide({ status: 'muted', mutedUntil: soon });
  await fail();
  expect(await get()).toMatchObject({ status: 'muted', mutedUntil: soon });
  await fixture.database`update error_group set muted_until = now() - interval '1 second'`;
  expect(await statusOf()).toBe('new');
  await fail();
  expect(await statusOf()).toBe('backAgain');
});

test('failures before a decision do not count for it, also when they are counted after it', async () => {
  await fail();
  await failUncounted({ times: 3 });
  await decide({ status: 'muted', mutedFailures: 2 });
  await fail();
  expect(await get()).toMatchObject({ status: 'muted', mutedFailures: 1, failureCount: 5 });
});

test('a group has a name and an owner, which a decision keeps', async () => {
  await fail();
  await decide({ name: 'Declined cards', owner: 'ada' });
  await decide({ status: 'resolved' });
  expect(await list({ owner: 'ada' })).toMatchObject([{ name: 'Declined cards', changedBy: 'ada' }]);
  await decide({ name: null });
  expect(await get()).toMatchObject({ owner: 'ada', status: 'resolved' });
  expect(await get()).not.toHaveProperty('name');
  await expect(fixture.engine.updateErrorGroup('2-none', {}, ada)).rejects.toMatchObject({
    code: 'ErrorGroupNotFound',
  });
  await expect(get('2-none')).rejects.toMatchObject({ code: 'ErrorGroupNotFound' });
});

test('merged groups are one, under each of their fingerprints, and so are their tasks', async () => {
  const tasks = [
    ...(await fail({ times: 2 })),
    ...(await fail({ error: declined({ fingerprint: '2-other', message: 'no money' }) })),
  ];
  await fixture.engine.mergeErrorGroups('2-declined', ['2-other', '2-declined']);
  expect(await list()).toMatchObject([{ id: '2-declined', failureCount: 3, taskCount: 3 }]);
  expect(await get('2-other')).toMatchObject({ id: '2-declined', fingerprints: ['2-declined', '2-other'] });
  await fail({ error: declined({ fingerprint: '2-other' }) });
  expect(await list()).toMatchObject([{ failureCount: 4 }]);
  for (const group of ['2-declined', '2-other']) {
    const { value } = await fixture.engine.listTasks(listing({ group, status: ['failed'] }));
    expect(value.map(({ id }) => id)).toEqual(expect.arrayContaining(tasks));
    expect(value).toHaveLength(4);
  }
  expect((await fixture.engine.listTasks(listing({ group: '2-none' }))).value).toEqual([]);
  await expect(fixture.engine.mergeErrorGroups('2-declined', ['2-none'])).rejects.toMatchObject({
    code: 'ErrorGroupNotFound',
  });
});

test('what worked last time is told by what was done', async () => {
  const [mended, again, running] = await fail({ times: 3 });
  await fixture.engine.rerunTask(mended ?? '', { input: { amount: 1 } }, ada);
  await endTask(fixture.database, mended ?? '');
  await fixture.engine.rerunTask(again ?? '', {}, ada);
  await endTask(fixture.database, again ?? '', 'failed', declined());
  await fixture.engine.rerunTask(running ?? '', {}, ada);
  const counts = (tried: number, succeeded: number, failed: number, underWay: number) => ({
    triedCount: tried,
    succeededCount: succeeded,
    failedAgainCount: failed,
    underWayCount: underWay,
  });
  const { remedies } = await fixture.engine.readRemedies('2-declined');
  expect(remedies[0]).toMatchObject({ trigger: 'rerun', hasOtherInput: true, ...counts(1, 1, 0, 0) });
  expect(remedies[0]?.medianTimeInMs).toBeGreaterThanOrEqual(0);
  const others = remedies.slice(1).map(({ medianTimeInMs: _, version: __, ...remedy }) => remedy);
  expect(others).toHaveLength(2);
  expect(others).toEqual(
    expect.arrayContaining([
      { trigger: 'rerun', hasOtherInput: false, ...counts(1, 0, 1, 0) },
      { trigger: 'rerun', hasOtherInput: false, ...counts(1, 0, 0, 1) },
    ]),
  );
  await expect(fixture.engine.readRemedies('2-none')).rejects.toMatchObject({ code: 'ErrorGroupNotFound' });
});

test('a fingerprint of other rules joins the group of the same cause', async () => {
  await fail();
  await fail({ error: declined({ fingerprint: '3-better', message: 'card 12 declined' }) });
  await fail({ error: declined({ fingerprint: '3-another', message: 'card stolen' }) });
  expect(await list()).toMatchObject([{ id: '3-another' }, { id: '2-declined', failureCount: 2 }].reverse());
});

test('a group tells the shape of its step, and takes in what failed under older rules in the step of that name', async () => {
  await fail({ error: declined({ step: 'save carts/alice' }) });
  await fixture.database`update error_group set step = 'save carts/alice'`; // as older rules told it
  await fail({ error: declined({ fingerprint: '4-carts', step: 'save carts/alice' }) });
  await fail({ error: declined({ fingerprint: '4-orders', step: 'save orders/alice' }) });
  expect((await list()).map(({ id, error }) => [id, error.step])).toEqual(
    expect.arrayContaining([
      ['2-declined', 'save carts/alice'],
      ['4-orders', 'save orders/<id>'],
    ]),
  );
  expect(await list()).toHaveLength(2);
});

test('a group has no title of its own while its type or its last task has sensitive values', async () => {
  await fail({ type: 'secretive', error: declined({ message: 'card of Ada declined' }) });
  const [row] = await fixture.database<{ title: string | null }[]>`select title from error_group`;
  expect(row?.title).toBeNull();
  expect(await list()).toMatchObject([{ isSensitive: true, error: { message: 'card of Ada declined' } }]);
  expect(await list({ search: 'Ada' })).toEqual([]);
});

test('a title that was stored is hidden when the type gets sensitive values later', async () => {
  await registerType(fixture.database, 'later');
  await fail({ type: 'later' });
  expect(await list()).toMatchObject([{ isSensitive: false }]);
  await registerType(fixture.database, 'later', { sensitive: ['/input/card'] });
  expect(await list()).toMatchObject([{ isSensitive: true }]);
  expect(await list({ search: 'declined' })).toEqual([]);
});

test('counts of old failures are kept by the hour, and groups that never come again are removed', async () => {
  await fail();
  await fixture.database`
    insert into error_count values ('2-declined', date_trunc('hour', now() - interval '3 days'), '', 1),
      ('2-declined', date_trunc('hour', now() - interval '3 days') + interval '5 minutes', '', 2)`;
  await sweepErrors(fixture.database);
  const counts = await fixture.database<{ count: number }[]>`select count from error_count order by since`;
  expect(counts.map(({ count }) => count)).toEqual([3, 1]);
  await fixture.database`update error_group set last_seen_on = now() - interval '91 days'`;
  await sweepErrors(fixture.database);
  expect(await list()).toEqual([]);
});
