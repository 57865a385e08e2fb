import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { JsonValue } from '#contract';
import type { TaskContext } from '#engine';
import { defineTask } from './define-task.ts';

const base = { type: 'order.fulfil', run: () => 1 };

test('takes a whole definition', () => {
  const whole = { ...base, retry: { maximumAttempts: 3, initialIntervalInMs: 5 }, timeoutInMs: 1_000, version: '2' };
  expect(defineTask(whole)).toBe(whole);
});

test.each<[object, string]>([
  [{ type: 'two words' }, 'the type "two words" must be 1 to 128'],
  [{ type: 'order.*' }, 'the type "order.*" ends in "*", which in filters and alerts means all types that begin so'],
  [{ run: 'go' }, '"order.fulfil" has no run function'],
  [{ retries: 3 }, 'has the unknown member "retries"; allowed: type, version'],
  [{ retry: { maximumAttempts: Number.NaN } }, 'has a wrong retry policy: /retry/maximumAttempts: '],
  [{ retry: { maxAttempts: 3 } }, 'has a wrong retry policy: /retry/maximumAttempts: '],
  [{ timeoutInMs: 0 }, 'has the timeoutInMs 0; allowed is 1 to 315360000000'],
  [{ timeoutInMs: 1.5 }, 'has the timeoutInMs 1.5'],
  [{ sensitive: ['/headers/x'] }, 'has the sensitive pointer "/headers/x"'],
  [{ childSecrets: ['no spaces'] }, 'has "no spaces" in childSecrets'],
])('refuses %j', (wrong, message) => {
  expect(() => defineTask({ ...base, ...wrong })).toThrow(TypeError);
  expect(() => defineTask({ ...base, ...wrong })).toThrow(message);
});

test('gives functions the context of a handler that declares events, or declares none', () => {
  const approval = z.object({ approved: z.boolean() });
  const refund = async (ctx: TaskContext) =>
    [await ctx.waitForEvent('any'), await ctx.step('refund', () => 5)] as const;
  const approve = async (ctx: TaskContext<{ approval: typeof approval }>) =>
    (await ctx.waitForEvent('approval')).approved;
  defineTask({
    ...base,
    events: { approval },
    run: async (ctx) => {
      expectTypeOf(await refund(ctx)).toEqualTypeOf<readonly [unknown, number]>();
      expectTypeOf(await approve(ctx)).toEqualTypeOf<boolean>();
      expectTypeOf(await ctx.waitForEvent('other')).toEqualTypeOf<JsonValue>();
      const timed = await ctx.waitForEvent('approval', { timeoutInMs: 5 });
      expectTypeOf(timed).toEqualTypeOf<{ approved: boolean } | undefined>();
    },
  });
  defineTask({
    ...base,
    run: async (ctx) => refund(ctx),
  });
});
