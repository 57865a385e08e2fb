import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonValue } from '#contract';
import { started } from '../../contract/testing/started.ts';
import { parseSecretsKey, setSecret } from '../secrets/index.ts';
import { startRuns } from './testing.ts';

const value = 'sk-"very\\secret"-4711';
/** Handlers can give what is no JSON yet. */
const asInput = (given: unknown) => given as JsonValue;
const fixture = started(startRuns, 'end');
let seen: unknown;
let seenByChild: unknown;
let leakyId: string;

beforeAll(async () => {
  const secretsKey = parseSecretsKey(randomBytes(32).toString('base64'));
  if (secretsKey === undefined) throw new Error('no key');
  await setSecret(fixture.database, secretsKey, { name: 'API_KEY', value }, { name: 'ada' });
  await setSecret(fixture.database, secretsKey, { name: 'NUMBER', value: '4711081547' }, { name: 'ada' });
  await fixture.work(
    [
      {
        type: 'leaky',
        async run(ctx, input) {
          seen = input;
          ctx.log.info(`using ${value}`, { key: value });
          await ctx.step('call', () => ({ echoed: value }));
          await ctx.state.save('keys', { id: `of/${value}`, value: [value, { [value]: 1 }], tags: { key: value } });
          await ctx.state.get('keys', `of/${value}`);
          await ctx.state.delete('keys', `of/${value}`);
          const description = `sees ${value}`;
          const childInput = { key: value, text: `with ${value}` };
          await ctx.createTask({
            type: 'child',
            id: 'child',
            name: value,
            description,
            tags: { of: value },
            input: childInput,
          });
          await ctx.step(`use ${value}`, () => 1);
          await ctx.sleep(`rest after ${value}`, 0);
          await ctx.waitForEvent('never', { timeoutInMs: 1, stepName: `wait for ${value}` });
          await ctx
            .step('fail', () => {
              throw new Error(`401 for ${value}`);
            })
            .catch(() => {});
          throw new Error(`gave up with ${value}`);
        },
      },
      {
        type: 'addressing',
        async run(ctx) {
          const attempts = [
            () => ctx.lock(`of ${value}`, () => 1),
            () => ctx.waitForEvent(`of ${value}`, { timeoutInMs: 1, stepName: 'wait' }),
            () => ctx.waitForTask(`of ${value}`),
            () => ctx.state.save(value, { id: 'one', value: 1 }),
            ...[
              { id: value },
              { type: value },
              { queue: value },
              { concurrencyKey: value },
              { sensitive: [`/input/${value}`] },
              { tags: { [value]: 'key' } },
            ].map((config) => () => ctx.createTask({ type: 'child', ...config })),
          ];
          const refusals: string[] = [];
          for (const attempt of attempts) await attempt().catch((error: Error) => void refusals.push(error.message));
          return refusals;
        },
      },
      {
        type: 'counting',
        async run(ctx) {
          ctx.log.info('read', { account: 4711081547 });
          const step = await ctx.step('read', () => ({ account: 4711081547 }));
          await ctx.state.save('accounts', { id: 'one', value: { account: 4711081547 } });
          const entry = await ctx.state.get('accounts', 'one');
          return { step, state: entry?.value, account: 4711081547n };
        },
      },
      {
        type: 'resumed',
        async run(ctx) {
          const used = await ctx.step(`use ${value}`, () => 1);
          await ctx.waitForEvent('go');
          return used;
        },
      },
      {
        type: 'relay',
        async run(ctx) {
          const input = asInput(await ctx.waitForEvent('order'));
          await ctx.createTask({ type: 'child', id: `child of ${ctx.taskId}`.replaceAll(' ', '-'), input });
        },
      },
      {
        type: 'trusted',
        childSecrets: ['API_KEY', 'NONE_YET'],
        async run(ctx, input) {
          const { how, name } = z.object({ how: z.enum(['made', 'copied']), name: z.string() }).parse(input);
          const given = ctx.childSecret(name);
          const order = await ctx.waitForEvent('order', { timeoutInMs: 1_000 });
          const key = how === 'made' ? given : { ...given };
          await ctx.createTask({
            type: 'child',
            id: `trusted-by-${ctx.taskId}`,
            input: { deep: [{ key }], ...(order === undefined ? {} : { order: asInput(order) }) },
          });
        },
      },
      {
        type: 'dating',
        async run(ctx) {
          const when: Record<string, unknown> = { on: new Date(0), hidden: { toJSON: () => value } };
          await ctx.createTask({ type: 'dated', id: `dated-by-${ctx.taskId}`, input: asInput(when) });
        },
      },
      {
        type: 'strict',
        input: z.object({
          key: z.string().transform((text) => {
            throw new TypeError(`no such key: ${text}`);
          }),
        }),
        run: () => {},
      },
      {
        type: 'picky',
        input: z.object({ key: z.string().refine(() => false, { error: ({ input }) => `no such key: ${input}` }) }),
        run: () => {},
      },
      { type: 'dated', input: z.object({ on: z.iso.datetime(), hidden: z.string() }), run: () => {} },
      {
        type: 'child',
        run(_, input) {
          seenByChild = input;
        },
      },
    ],
    { secretsKey, keepForInMs: 0 },
  );
});

test('the handler gets the value of a secret; nothing that is stored holds it', async () => {
  const { id } = await fixture.run({ type: 'leaky', input: { key: { $secret: 'API_KEY' } } });
  leakyId = id;
  expect(seen).toEqual({ key: value });
  const [row] = await fixture.database`
    select concat(
      (select string_agg(row_to_json(t)::text, '') from task t), (select string_agg(row_to_json(r)::text, '') from run r),
      (select string_agg(row_to_json(s)::text, '') from step s), (select string_agg(row_to_json(l)::text, '') from log_entry l),
      (select string_agg(row_to_json(x)::text, '') from search_text x),
      (select string_agg(row_to_json(v)::text, '') from state_version v),
      (select string_agg(row_to_json(a)::text, '') from state_access a)) as everything`;
  expect(row?.everything).toContain('gave up with ***');
  expect(row?.everything).toContain('of/***');
  expect(row?.everything).not.toContain('4711');
  expect(await fixture.engine.getTask(id)).toMatchObject({ status: 'failed', input: { key: { $secret: 'API_KEY' } } });
});

test.each([
  ['throws', 'strict', 'TypeError', 'no such key: ***'],
  [
    'tells',
    'picky',
    'NonRetryableError',
    'the input does not match the schema of "picky": /input/key: no such key: ***',
  ],
])('what a schema %s about the value is masked', async (_, type, name, message) => {
  const { id, status, error } = await fixture.run({ type, input: { key: { $secret: 'API_KEY' } } });
  expect({ status, ...error }).toMatchObject({ status: 'failed', name, message });
  const [row] = await fixture.database<{ error: string }[]>`
    select error::text from run where task_key = (select key from task where id = ${id})`;
  expect(row?.error).not.toContain('4711');
});

test('names of steps are masked', async () => {
  const steps = (await fixture.engine.listSteps(leakyId, 1n, { maxPageSize: 100 })).value;
  expect(steps.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['use ***', 'rest after ***', 'wait for ***', 'save keys/of/***']),
  );
});

test('what addresses something is refused when it holds the value, and nothing of it is stored', async () => {
  const { output } = await fixture.run({ type: 'addressing', input: { key: { $secret: 'API_KEY' } } });
  const refused = (what: string) => `${what} contains the value of the secret "API_KEY", which would be stored`;
  expect(output).toEqual([
    refused('the name of the lock'),
    refused('the name of the event'),
    refused('the id of the task'),
    refused('ctx.state.save: the store'),
    ...['id', 'type', 'queue', 'concurrencyKey', 'sensitive', 'tags'].map((member) =>
      refused(`createTask: /${member}`),
    ),
  ]);
});

test('a number is masked as a string, so that results and entries stay JSON', async () => {
  const { id, output } = await fixture.run({ type: 'counting', input: { pin: { $secret: 'NUMBER' } } });
  expect(output).toEqual({ step: { account: '***' }, state: { account: '***' }, account: '***' });
  const logs = (await fixture.engine.listLogs(id, 1n, { maxPageSize: 10, orderBy: 'loggedOn asc' })).value;
  expect(logs.map(({ fields }) => fields)).toEqual([{ account: '***' }]);
});

test.each(['***', value])('a run goes on in another worker with the step "use %s" in its journal', async (stored) => {
  const { id } = await fixture.create({ type: 'resumed', input: { key: { $secret: 'API_KEY' } } });
  await fixture.until(id, (task) => task.waitingFor?.eventName === 'go');
  await fixture.database`
    update step set name = ${`use ${stored}`} where name = 'use ***'
      and task_key = (select key from task where id = ${id})`;
  await fixture.raise(id, 'go');
  expect(await fixture.ended(id)).toMatchObject({ status: 'succeeded', output: 1 });
});

test('a child gets a reference in place of the value', async () => {
  await fixture.ended('child');
  expect(await fixture.engine.getTask('child')).toMatchObject({
    name: '***',
    description: 'sees ***',
    tags: { of: '***' },
    input: { key: { $secret: 'API_KEY' }, text: 'with ***' },
  });
  expect(seenByChild).toEqual({ key: value, text: 'with ***' });
});

test('a child may name the secrets of the input of its parent, and no others', async () => {
  const child = (id: string) => fixture.engine.getTask(`child-of-${id}`);
  const relayed = async (input: JsonValue, data: JsonValue) => {
    const { id } = await fixture.create({ type: 'relay', input, retry: { maximumAttempts: 1 } });
    await fixture.raise(id, 'order', data);
    return fixture.ended(id);
  };
  const own = await relayed({ key: { $secret: 'API_KEY' } }, { key: { $secret: 'API_KEY' } });
  expect(own).toMatchObject({ status: 'succeeded' });
  expect(await child(own.id)).toMatchObject({ input: { key: { $secret: 'API_KEY' } } });
  for (const input of [{}, { pin: { $secret: 'NUMBER' } }]) {
    const other = await relayed(input, { key: { $secret: 'API_KEY' } });
    expect(other).toMatchObject({ status: 'failed' });
    expect(other.error?.message).toContain('there is no secret "API_KEY" that this task may use');
    await expect(child(other.id)).rejects.toMatchObject({ code: 'TaskNotFound' });
  }
});

test('a type gives a child the secrets that it says it passes on, by its own reference only', async () => {
  const trusted = async (how: string, name: string, data?: JsonValue) => {
    const { id } = await fixture.create({ type: 'trusted', input: { how, name }, retry: { maximumAttempts: 1 } });
    if (data !== undefined) await fixture.raise(id, 'order', data);
    return fixture.ended(id);
  };
  const made = await trusted('made', 'API_KEY');
  expect([made.status, made.error]).toEqual(['succeeded', undefined]);
  const { input } = await fixture.engine.getTask(`trusted-by-${made.id}`);
  expect(input).toEqual({ deep: [{ key: { $secret: 'API_KEY' } }] });
  await fixture.ended(`trusted-by-${made.id}`);
  expect(seenByChild).toEqual({ deep: [{ key: value }] });
  const refusals = [
    ['copied', 'API_KEY', undefined, 'there is no secret "API_KEY" that this task may use'],
    ['made', 'NONE_YET', undefined, 'there is no secret "NONE_YET" that this task may use'],
    ['made', 'NUMBER', undefined, '"trusted" does not name "NUMBER" in its childSecrets'],
    ['made', 'API_KEY', { $secret: 'NUMBER' }, 'there is no secret "NUMBER" that this task may use'],
  ] as const;
  for (const [how, name, data, message] of refusals) {
    const ended = await trusted(how, name, data);
    expect([ended.status, ended.error?.message]).toEqual(['failed', expect.stringContaining(message)]);
    await expect(fixture.engine.getTask(`trusted-by-${ended.id}`)).rejects.toMatchObject({ code: 'TaskNotFound' });
  }
});

test.each([{}, { key: { $secret: 'API_KEY' } }])(
  'what a handler gives to a child is stored as JSON, whether or not it has secrets: %o',
  async (input) => {
    const { id, status, error } = await fixture.run({ type: 'dating', input, retry: { maximumAttempts: 1 } });
    expect([status, error]).toEqual(['succeeded', undefined]);
    const hidden = 'key' in input ? { $secret: 'API_KEY' } : value;
    expect((await fixture.engine.getTask(`dated-by-${id}`)).input).toEqual({ on: '1970-01-01T00:00:00.000Z', hidden });
  },
);

test('a secret that does not exist any more fails the run and names it', async () => {
  const { id } = await fixture.create({
    type: 'leaky',
    input: { key: { $secret: 'API_KEY' } },
    startOn: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await fixture.database`delete from secret`;
  await fixture.engine.updateTask(id, { startOn: null }, { name: 'ada' });
  expect((await fixture.ended(id)).error?.message).toContain('"API_KEY"');
});
