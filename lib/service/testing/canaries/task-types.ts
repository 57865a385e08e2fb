import { z } from 'zod';
import type { AnyTaskDefinition } from '#engine';
import type { Canaries } from './canary.ts';
import { anyJson } from './generate.ts';
import { ruleOf } from './rules.ts';

/** The sensitive pointers of every planted task: one of each root. */
export const taskPointers = [
  '/input/hidden',
  '/output/hidden',
  '/steps/charge/hidden',
  '/steps/echo/hidden',
  '/events/approval/hidden',
];

/** Task types whose runs plant canaries in everything that a handler can write. */
export function plantingTypes(canaries: Canaries): AnyTaskDefinition[] {
  const json = (place: string) => anyJson(canaries, `run/${place}`);
  const text = (place: string) => canaries.text(`run/${place}`, ruleOf(`run/${place}`));
  const failing = (name: string) => () => {
    const error = new Error(`refused: ${text(`${name}/error#hidden`)}`, { cause: text(`${name}/cause#hidden`) });
    throw Object.assign(error, { code: 'REFUSED' });
  };
  return [
    {
      type: 'canary.child',
      sensitive: ['/output/hidden'],
      run: () => json('child'),
    },
    {
      type: 'canary.all',
      description: canaries.text('type/description', ruleOf('type/description')),
      exampleInput: canaries.text('type/exampleInput', ruleOf('type/exampleInput')),
      input: z.object({}).loose(),
      events: { approval: z.object({}).loose() },
      retry: { maximumAttempts: 1 },
      timeoutInMs: 3_600_000,
      async run(ctx, input) {
        await ctx.step('charge', () => json('step'));
        await ctx.step('echo', () => {
          ctx.log.info(text('log/message of a step'));
          return input;
        });
        const failed = ctx.step('fail', failing('step'), { retry: { maximumAttempts: 2, initialIntervalInMs: 1 } });
        await failed.catch(() => {});
        ctx.log.warn(text('log/message'), { fields: text('log/fields') });
        await ctx.waitForEvent('approval');
        await ctx.waitForTask(await ctx.createTask({ type: 'canary.child', id: `${ctx.taskId}.child` }));
        await ctx.state.save('vault', { id: 'run', value: json('state'), sensitive: ['/hidden'] });
        await ctx.state.get('vault', 'run');
        await ctx.state.get('vault', 'marked');
        await ctx.state.list('vault', { maxPageSize: 5 });
        const blob = { id: 'run-blob', value: text('state#hidden'), sensitive: [''], hasBlob: true };
        await ctx.state.saveBlob('vault', blob, Buffer.from(text('state/blob#hidden')));
        await ctx.state.openBlob('vault', 'run-blob');
        await ctx.state.uploadBlob('vault', 'run-blob', Buffer.from(text('state/upload#hidden')), { overwrite: true });
        await ctx.state.transaction('vault', { upserts: [{ id: 'run', value: json('state/again') }] });
        await ctx.lock('held', () => ctx.sleep('rest', 1));
        return json('output');
      },
    },
    { type: 'canary.failing', sensitive: ['/error'], run: (ctx) => ctx.step('ask', failing('failing')) },
    {
      type: 'canary.retrying',
      sensitive: ['/input'],
      retry: { maximumAttempts: 2, initialIntervalInMs: 3_600_000, maximumIntervalInMs: 3_600_000 },
      run: (ctx) => ctx.step('ask', failing('retrying')),
    },
    {
      type: 'canary.waiting',
      sensitive: taskPointers,
      async run(ctx) {
        await ctx.step('charge', () => json('waiting'));
        await ctx.lock('held-by-run', () => ctx.waitForEvent('approval', { timeoutInMs: 3_600_000 }));
      },
    },
    { type: 'canary.line', run: (ctx) => ctx.lock('held-by-run', () => null) },
    { type: 'canary.behind', run: (ctx) => ctx.lock('kept', () => null) },
    {
      type: 'canary.parent',
      run: async (ctx) => ctx.waitForTask(await ctx.createTask({ type: 'canary.sleeping' })),
    },
    {
      type: 'canary.parents',
      async run(ctx) {
        const child = await ctx.createTask({ type: 'canary.sleeping' });
        await Promise.all([ctx.waitForTask(child), ctx.waitForEvent('approval')]);
      },
    },
    {
      type: 'canary.follower',
      run: (ctx, input) => ctx.waitForTask(z.object({ of: z.string() }).parse(input).of),
    },
    { type: 'canary.sleeping', run: (ctx) => ctx.sleep('rest', 3_600_000) },
    {
      type: 'canary.secret',
      async run(ctx, input) {
        const { key } = z.object({ key: z.string() }).parse(input);
        await ctx.step('call', () => ({ key, header: `Bearer ${key}` }));
        ctx.log.info(`called with ${key}`, { key });
        await ctx.state.save('vault', { id: 'of-secret', value: { key }, tags: { key } });
        await ctx.step(`use ${key}`, () => 1);
        await ctx.sleep(`rest after ${key}`, 0);
        await ctx.waitForEvent('never', { timeoutInMs: 1, stepName: `wait for ${key}` });
        await ctx.createTask({ type: 'canary.late', name: `with ${key}`, description: key, tags: { key }, input: key });
        await ctx.lock(`of ${key}`, () => 1).catch(() => {});
        await ctx.waitForEvent(`of ${key}`, { timeoutInMs: 1, stepName: 'refused' }).catch(() => {});
        await ctx.createTask({ type: 'canary.late', concurrencyKey: key }).catch(() => {});
        throw new Error(`401 for ${key}`);
      },
    },
    {
      type: 'canary.plain-retrying',
      retry: { maximumAttempts: 2, initialIntervalInMs: 3_600_000, maximumIntervalInMs: 3_600_000 },
      run: (ctx) =>
        ctx.step('ask', () => {
          throw new Error(text('plain/error#shown'));
        }),
    },
    { type: 'canary.late', run: (ctx, input) => ctx.step('echo', () => input) },
    { type: 'canary.late-failing', run: (ctx) => ctx.step('ask', failing('late')) },
    {
      type: 'canary.late-retrying',
      retry: { maximumAttempts: 2, initialIntervalInMs: 3_600_000, maximumIntervalInMs: 3_600_000 },
      run: (ctx) => ctx.step('ask', failing('late')),
    },
  ];
}
