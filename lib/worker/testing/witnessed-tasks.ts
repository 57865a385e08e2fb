import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { defineTask, type StepCall } from '../index.ts';

/** Task types for fault tests: every execution of a step writes a line to the file that WITNESS_FILE names. */
const file = process.env.WITNESS_FILE ?? '';

/** Writes `idempotency key, token of this execution, name of this worker`. The token is the step's result. */
function witness({ idempotencyKey }: StepCall): string {
  const token = randomUUID();
  appendFileSync(file, `${idempotencyKey} ${token} ${process.env.TASKDECK_WORKER_NAME ?? ''}\n`);
  return token;
}

export const witnessed = defineTask({
  type: 'witnessed',
  async run(ctx) {
    await ctx.step('one', witness);
    const first = await ctx.waitForEvent('tick');
    await Promise.all([ctx.step('two', witness), ctx.step('three', witness)]);
    const second = await ctx.waitForEvent('tick');
    await ctx.sleep('rest', 250);
    await ctx.step('four', witness);
    return [first, second];
  },
});

/** Resolves when the file `<WITNESS_FILE>.release` is there. Rejects when the step is interrupted. */
async function released(signal: AbortSignal): Promise<void> {
  while (!existsSync(`${file}.release`)) await delay(20, undefined, { signal });
}

/** Its first step stays under way until it is released, so that a test can stop the worker in it. */
export const held = defineTask({
  type: 'held',
  async run(ctx) {
    const token = await ctx.step('one', async (call) => {
      const mine = witness(call);
      await released(call.signal);
      return mine;
    });
    await ctx.step('two', witness);
    return token;
  },
});
