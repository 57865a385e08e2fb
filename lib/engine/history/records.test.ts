import { beforeAll, describe, expect, test } from 'vitest';
import { started } from '../../contract/testing/started.ts';
import { flushJournal } from '../run/flush.ts';
import { heldTask, stepOf } from '../testing/claims-by-hand.ts';
import { ada, config, endTask, startEngine } from '../testing/engine-fixture.ts';

const fixture = started(startEngine, 'end');

type Listed<Item> = { value: Item[]; continuationToken?: string | undefined };
/** Reads every item of a list page by page. */
async function pages<Item>(read: (continuationToken?: string) => Promise<Listed<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  let token: string | undefined;
  do {
    const page = await read(token);
    items.push(...page.value);
    token = page.continuationToken;
  } while (token !== undefined);
  return items;
}

describe('the runs of a task', () => {
  beforeAll(async () => {
    await fixture.engine.createTask(config({ id: 'runs' }), ada);
    for (let run = 1; run <= 5; run++) {
      const isOdd = run % 2 === 1;
      const failure = { name: 'E', message: 'm', fingerprint: 'f' };
      await endTask(fixture.database, 'runs', isOdd ? 'succeeded' : 'failed', isOdd ? undefined : failure);
      if (run < 5) await fixture.engine.rerunTask('runs', {}, ada);
    }
    await fixture.engine.rerunTask('runs', {}, ada);
  });
  const runs = (given: object, orderBy: 'runCount asc' | 'runCount desc' = 'runCount asc') =>
    pages((continuationToken) =>
      fixture.engine.listHistory('runs', { maxPageSize: 2, orderBy, ...given, continuationToken }),
    ).then((all) => all.map(({ runCount }) => runCount));

  test('come in either order, page by page, each once', async () => {
    expect(await runs({})).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await runs({}, 'runCount desc')).toEqual([6, 5, 4, 3, 2, 1]);
  });

  test('are found by their status, also by several', async () => {
    expect(await runs({ status: ['failed'] })).toEqual([2, 4]);
    expect(await runs({ status: ['queued'] })).toEqual([6]);
    expect(await runs({ status: ['failed', 'queued'] }, 'runCount desc')).toEqual([6, 4, 2]);
    expect(await runs({ status: ['cancelled'] })).toEqual([]);
  });

  test('have a last page without a token though it is full', async () => {
    const page = await fixture.engine.listHistory('runs', { maxPageSize: 6, orderBy: 'runCount asc' });
    expect(page.value).toHaveLength(6);
    expect(page.continuationToken).toBeUndefined();
  });
});

describe('the steps of a run', () => {
  beforeAll(async () => {
    await fixture.engine.createTask(config({ id: 'steps' }), ada);
    const held = await heldTask(fixture.database, 'steps', 'w1');
    const steps = ['a', 'b', 'a', 'c', 'b'].map((name, index) => stepOf(held.run, { sequence: 2 * index, name }));
    await flushJournal(fixture.database, held.owner, [held.run], steps, undefined, null);
  });
  const steps = (given: object) =>
    pages((continuationToken) =>
      fixture.engine.listSteps('steps', 1n, { maxPageSize: 2, ...given, continuationToken }),
    ).then((all) => all.map(({ sequence, name }) => `${name}${sequence}`));

  test('come in their order, page by page, each once, all or those of a name', async () => {
    expect(await steps({})).toEqual(['a0', 'b2', 'a4', 'c6', 'b8']);
    expect(await steps({ name: 'b' })).toEqual(['b2', 'b8']);
    expect(await steps({ name: 'none' })).toEqual([]);
  });

  test('are read one by one; of what is not there it is said what is missing', async () => {
    expect(await fixture.engine.getStep('steps', 1n, 4)).toMatchObject({
      name: 'a',
      attempts: [{ attempt: 1, worker: 'w1', startedOn: expect.any(String), endedOn: expect.any(String) }],
    });
    await expect(fixture.engine.getStep('steps', 1n, 3)).rejects.toMatchObject({ code: 'StepNotFound' });
    await expect(fixture.engine.getStep('steps', 2n, 0)).rejects.toMatchObject({ code: 'RunNotFound' });
    await expect(fixture.engine.getStep('none', 1n, 0)).rejects.toMatchObject({ code: 'TaskNotFound' });
  });
});

describe('the log of a run', () => {
  beforeAll(async () => {
    await fixture.engine.createTask(config({ id: 'log' }), ada);
    const held = await heldTask(fixture.database, 'log', 'w1');
    const line = (message: string, level: 'info' | 'warn' | 'error', sequence: number | null, attempt: number) => ({
      kind: 'log' as const,
      run: held.run,
      attempt,
      sequence,
      level,
      message,
      fields: JSON.stringify({ order: `50% of ${message}` }),
      loggedAt: performance.now(),
    });
    const lines = [
      line('one', 'info', null, 1),
      line('two', 'warn', 0, 1),
      line('three', 'error', 0, 2),
      line('four', 'info', 1, 2),
    ];
    await flushJournal(fixture.database, held.owner, [held.run], lines, undefined, null);
  });
  const entries = (given: object, orderBy: 'loggedOn asc' | 'loggedOn desc' = 'loggedOn asc') =>
    pages((continuationToken) =>
      fixture.engine.listLogs('log', 1n, { maxPageSize: 1, orderBy, ...given, continuationToken }),
    );
  const log = async (given: object, orderBy?: 'loggedOn desc') =>
    (await entries(given, orderBy)).map(({ message }) => message);

  test('is counted over time by level, with the lines that match a filter', async () => {
    const { database } = fixture;
    await database`
      update log_entry set logged_on = timestamptz '2026-01-01T10:00:00Z' + interval '1 s' *
        array_position(array['one', 'two', 'three', 'four'], message) where run_count = 1
        and task_key = (select key from task where id = 'log')`;
    const ids = new Map((await entries({})).map(({ id, message }) => [message, id]));
    const volume = await fixture.engine.getLogVolume('log', 1n, { intervals: 3, sequence: 0 });
    expect(volume).toEqual({
      intervalInMs: 1_001,
      isCut: false,
      intervals: [
        {
          ...{ startsOn: '2026-01-01T10:00:01.000Z', firstId: ids.get('one'), firstMatchId: ids.get('two') },
          ...{ debug: 0, info: 1, warn: 1, error: 0, matching: 1 },
        },
        {
          ...{ startsOn: '2026-01-01T10:00:02.001Z', firstId: ids.get('three'), firstMatchId: ids.get('three') },
          ...{ debug: 0, info: 0, warn: 0, error: 1, matching: 1 },
        },
        {
          ...{ startsOn: '2026-01-01T10:00:03.002Z', firstId: ids.get('four') },
          ...{ debug: 0, info: 1, warn: 0, error: 0, matching: 0 },
        },
      ],
    });
    expect((await fixture.engine.getLogVolume('log', 1n, { intervals: 1, search: 'ONE' })).intervals).toMatchObject([
      { matching: 1, info: 2, warn: 1, error: 1 },
    ]);
  });

  test('comes in either order, page by page, each line once', async () => {
    expect(await log({})).toEqual(['one', 'two', 'three', 'four']);
    expect(await log({}, 'loggedOn desc')).toEqual(['four', 'three', 'two', 'one']);
  });

  test.each([
    [{ level: ['warn', 'error'] }, ['two', 'three']],
    [{ sequence: 0 }, ['two', 'three']],
    [{ attempt: 2 }, ['three', 'four']],
    [{ search: 'THR' }, ['three']],
    [{ search: '50% of two' }, ['two']],
    [{ search: 'o_e' }, []],
    [{ attempt: 2, level: ['info'] }, ['four']],
  ])('is found by %j', async (given, expected) => {
    expect(await log(given)).toEqual(expected);
  });

  test('goes on after or before a line, that one excluded', async () => {
    const ids = (await entries({})).map(({ id }) => id);
    expect(await log({ after: ids[1] })).toEqual(['three', 'four']);
    expect(await log({ before: ids[1] })).toEqual(['one']);
    expect(await log({ after: ids[0], before: ids[3] }, 'loggedOn desc')).toEqual(['three', 'two']);
    await expect(log({ after: 'x' })).rejects.toMatchObject({ code: 'InvalidRequest' });
  });
});

describe('events', () => {
  const raised: Record<string, string> = {};
  beforeAll(async () => {
    for (const id of ['one', 'two']) await fixture.engine.createTask(config({ id }), ada);
    for (const [id, name] of [
      ['one', 'go'],
      ['one', 'gone'],
      ['two', 'go'],
      ['two', 'g%'],
      ['one', 'stop'],
    ] as const)
      raised[`${id} ${name}`] = (await fixture.engine.raiseEvent(id, name, null, ada)).id;
    const minutes = { 'one go': 5, 'one gone': 4, 'two go': 3, 'two g%': 2, 'one stop': 1 };
    for (const [key, ago] of Object.entries(minutes))
      await fixture.database`
        update external_event set raised_on = '2026-01-01T12:00:00Z'::timestamptz - ${ago} * interval '1 minute'
        where id = ${raised[key] ?? ''}`;
    const held = await heldTask(fixture.database, 'one', 'w1');
    const wait = { kind: 'wait' as const, run: held.run, sequence: 0, waitKind: 'event' as const, target: 'go' };
    await flushJournal(
      fixture.database,
      held.owner,
      [held.run],
      [stepOf(held.run), { ...wait, passesEventsOn: false, settle() {} }],
      undefined,
      null,
    );
  });
  const events = (given: object) =>
    pages((continuationToken) => fixture.engine.listEvents({ maxPageSize: 2, ...given, continuationToken })).then(
      (all) => all.map(({ taskId, name }) => `${taskId} ${name}`),
    );

  test('come newest first, page by page, each once', async () => {
    expect(await events({})).toEqual(['one stop', 'two g%', 'two go', 'one gone', 'one go']);
  });

  test.each([
    [{ name: 'go' }, ['two go', 'one go']],
    [{ name: 'go*' }, ['two go', 'one gone', 'one go']],
    [{ name: 'g%*' }, ['two g%']],
    [{ taskId: 'two' }, ['two g%', 'two go']],
    [{ taskId: 'none' }, []],
    [{ consumed: true }, ['one go']],
    [{ consumed: false }, ['one stop', 'two g%', 'two go', 'one gone']],
    [{ raisedAfter: '2026-01-01T11:58:00.000Z' }, ['one stop', 'two g%']],
    [{ raisedBefore: '2026-01-01T11:57:00.000Z' }, ['one gone', 'one go']],
    [{ raisedAfter: '2026-01-01T11:56:00.000Z', raisedBefore: '2026-01-01T11:58:00.000Z' }, ['two go', 'one gone']],
  ])('are found by %j', async (given, expected) => {
    expect(await events(given)).toEqual(expected);
  });

  test('are found by their id', async () => {
    expect(await events({ id: raised['two go'] })).toEqual(['two go']);
  });

  test('of one task come in the order raised, page by page', async () => {
    const all = await pages((continuationToken) =>
      fixture.engine.listTaskEvents('one', { maxPageSize: 1, continuationToken }),
    );
    expect(all.map(({ name }) => name)).toEqual(['go', 'gone', 'stop']);
    expect(all.map(({ consumedBy }) => consumedBy)).toEqual([{ runCount: 1, sequence: 0 }, undefined, undefined]);
  });

  test('may be as large as the limit says, and no larger', async () => {
    const largest = 'x'.repeat(262_142); // its quotes are two more bytes
    expect((await fixture.engine.raiseEvent('two', 'large', largest, ada)).name).toBe('large');
    for (const tooLarge of [`${largest}x`, `${largest.slice(1)}ü`])
      await expect(fixture.engine.raiseEvent('two', 'large', tooLarge, ada)).rejects.toMatchObject({
        code: 'PayloadTooLarge',
      });
  });
});

describe('a page of large values is shorter than was asked for, and the next one goes on:', () => {
  const large = JSON.stringify('x'.repeat(1_500_000)); // which PostgreSQL stores in a few bytes
  const lists = {
    runs: (given: object) => fixture.engine.listHistory('large', { orderBy: 'runCount asc', ...whole, ...given }),
    steps: (given: object) => fixture.engine.listSteps('large', 1n, { maxPageSize: 1_000, ...given }),
    log: (given: object) =>
      fixture.engine.listLogs('large', 1n, { maxPageSize: 1_000, orderBy: 'loggedOn asc', ...given }),
    'events of a task': (given: object) => fixture.engine.listTaskEvents('large', { maxPageSize: 1_000, ...given }),
    events: (given: object) => fixture.engine.listEvents({ maxPageSize: 1_000, taskId: 'large', ...given }),
  };
  const whole = { maxPageSize: 1_000, includeInput: true, includeOutput: true };

  beforeAll(async () => {
    const { database, engine } = fixture;
    await engine.createTask(config({ id: 'large' }), ada);
    for (let run = 1; run <= 4; run++) {
      await endTask(database, 'large', 'succeeded');
      await engine.rerunTask('large', {}, ada);
    }
    await endTask(database, 'large', 'succeeded');
    const key = database`(select key from task where id = 'large')`;
    await database`update run set output = ${large}::text::json where task_key = ${key}`;
    await database`
      insert into step (task_key, run_count, sequence, name, kind, status, started_on, ended_on, output)
      select ${key}, 1, s, 'step', 'step', 'succeeded', now(), now(), ${large}::text::json from generate_series(0, 4) s`;
    await database`
      insert into log_entry (task_key, run_count, attempt, level, message, logged_on)
      select ${key}, 1, 1, 'info', ${large}, now() from generate_series(0, 4) s`;
    await database`
      insert into external_event (task_key, name, data, raised_on, raised_by, run_count)
      select ${key}, 'event', ${large}::text::json, now(), 'ada', 1 from generate_series(0, 4) s`;
  });

  test.each(Object.entries(lists))('%s', async (_, list) => {
    const sizes: number[] = [];
    await pages<unknown>(async (continuationToken) => {
      const page: Listed<unknown> = await list({ continuationToken });
      sizes.push(page.value.length);
      return page;
    });
    expect(sizes).toEqual([2, 2, 1]);
  });
});
