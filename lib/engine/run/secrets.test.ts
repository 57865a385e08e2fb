import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseSecretsKey, setSecret } from '../secrets/index.ts';
import { type RunFixture, startRuns } from './testing.ts';

const value = 'sk-"very\\secret"-4711';
let fixture: RunFixture;
let seen: unknown;
let seenByChild: unknown;

beforeAll(async () => {
  fixture = await startRuns();
  const secretsKey = parseSecretsKey(randomBytes(32).toString('base64'));
  if (secretsKey === undefined) throw new Error('no key');
  await setSecret(fixture.database, secretsKey, { name: 'API_KEY', value }, { name: 'ada' });
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
          await ctx.createTask({ type: 'child', id: 'child', input: { key: value, text: `with ${value}` } });
          await ctx
            .step('fail', () => {
              throw new Error(`401 for ${value}`);
            })
            .catch(() => {});
          throw new Error(`gave up with ${value}`);
        },
      },
      {
        type: 'child',
        run(_, input) {
          seenByChild = input;
        },
      },
    ],
    { secretsKey },
  );
});
afterAll(() => fixture.end());

test('the handler gets the value of a secret; nothing that is stored holds it', async () => {
  const { id } = await fixture.run({ type: 'leaky', input: { key: { $secret: 'API_KEY' } } });
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

test('a child gets a reference in place of the value', async () => {
  await fixture.ended('child');
  expect((await fixture.engine.getTask('child')).input).toEqual({ key: { $secret: 'API_KEY' }, text: 'with ***' });
  expect(seenByChild).toEqual({ key: value, text: 'with ***' });
});

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
