import { expect, test } from 'vitest';
import { z } from 'zod';
import { retryDefaults } from '#contract';
import { createTestDatabase } from '#database/testing';
import { started } from '../../contract/testing/started.ts';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import { testWorker } from '../testing/claims-by-hand.ts';
import { markStopping, publishTypes } from './register.ts';

const fixture = started(createTestDatabase, 'drop');

test('a type is published as it is now, whatever was published of it before', async () => {
  const run = async () => undefined;
  const published = async (definition: Omit<AnyTaskDefinition, 'type' | 'run'>) => {
    await publishTypes(fixture.database, [{ ...definition, type: 'order', run }]);
    const [row] = await fixture.database<Record<string, unknown>[]>`
      select version, description, input_schema ->> 'type' as input, (select array_agg(name) from json_object_keys(events) name) as events,
        example_input #>> '{}' as example, retry::text, timeout_in_ms, sensitive, passes_events_on
      from task_type where type = 'order'`;
    return { ...row, retry: row?.retry === null ? null : JSON.parse(String(row?.retry)) };
  };
  const without = { description: null, input: null, events: null, example: null, retry: null, timeout_in_ms: null };
  const plain = { ...without, version: '1', sensitive: [], passes_events_on: false };
  const whole: Omit<AnyTaskDefinition, 'type' | 'run'> = {
    ...{ version: '2', description: 'Sends an order.', input: z.object({ id: z.string() }), exampleInput: 'one' },
    ...{
      events: { approval: z.object({}) },
      retry: { maximumAttempts: 9, initialIntervalInMs: 5 },
      timeoutInMs: 5_000,
    },
    ...{ sensitive: ['/input/id'], passesEventsOn: true },
  };
  expect(await published({})).toEqual(plain);
  expect(await published(whole)).toEqual({
    ...{ version: '2', description: 'Sends an order.', input: 'object', events: ['approval'], example: 'one' },
    ...{
      retry: { ...retryDefaults, maximumAttempts: 9, initialIntervalInMs: 5 },
      timeout_in_ms: 5_000,
      sensitive: ['/input/id'],
    },
    passes_events_on: true,
  });
  expect(await published({})).toEqual(plain);
});

test('a worker notes a version when it differs from the one that it ran before', async () => {
  const versions = async (name: string) => {
    const rows = await fixture.database<{ version: string }[]>`
      select version from worker_version where worker = ${name} order by registered_on, version`;
    return rows.map(({ version }) => version);
  };
  const start = async (name: string, version: string) => {
    await testWorker(fixture.database, [{}], name, { order: version });
    await fixture.database`update worker_version set registered_on = registered_on - interval '1 minute'`;
  };
  for (const version of ['1', '1', '2', '2', '1']) await start('a', version);
  await start('b', '2');
  expect([await versions('a'), await versions('b')]).toEqual([['1', '2', '1'], ['2']]);
  expect(await fixture.database`select version from type_version where type = 'order' order by version`).toEqual([
    { version: '1' },
    { version: '2' },
  ]);
});

test('a worker that stops is marked while it is live', async () => {
  const [live, expired] = [
    await testWorker(fixture.database, [{}], 'live'),
    await testWorker(fixture.database, [{}], 'expired'),
  ];
  await fixture.database`update worker set is_expired = true where key = ${expired.owner.key}`;
  for (const { owner } of [live, expired]) await markStopping(fixture.database, owner.key);
  expect(
    await fixture.database`
    select name, is_stopping from worker where name in ('live', 'expired') order by name`,
  ).toEqual([
    { name: 'expired', is_stopping: false },
    { name: 'live', is_stopping: true },
  ]);
});
