import { subscribe } from 'node:diagnostics_channel';
import { taskConfig } from '../../lib/contract/index.ts';
import { connect, migrate } from '../../lib/database/index.ts';
import { createEngine, startHousekeeping } from '../../lib/engine/index.ts';
import { defineTask, startWorker } from '../../lib/worker/index.ts';
import { inFlight } from './measure.ts';

/** What this process is asked for, and what it tells its parent at every `report`. */
export type SoakLoad = {
  databaseUrl: string;
  inFlight: number;
  waiting: number;
  scheduled: number;
  savesState: boolean;
  /** Of how many concurrency keys each task has one. 0: none has. */
  keys: number;
};
export type SoakProgress = { completed: number; claimsInMs: number[]; heapMiB: number };

const request: SoakLoad = JSON.parse(process.argv[2] ?? '{}');
const definitions = [
  defineTask({
    type: 'three-steps',
    async run(ctx, input) {
      const a = await ctx.step('a', async () => Number(input) + 1);
      if (request.savesState) await ctx.state.save('soak', { id: String(a % 10_000), value: a });
      const b = await ctx.step('b', async () => a + 1);
      return ctx.step('c', async () => b + 1);
    },
  }),
  defineTask({
    type: 'approval',
    async run(ctx) {
      await ctx.waitForEvent('approval');
    },
  }),
];
const actor = { name: 'bench' };

const database = connect(request.databaseUrl);
await migrate(database);
const engine = createEngine(database);
startHousekeeping(database);
await startWorker({ databaseUrl: request.databaseUrl, definitions, slots: 1_000 });

const startOn = new Date(Date.now() + 86_400_000).toISOString();
await inFlight(request.waiting, 2_000, () => engine.createTask(taskConfig.parse({ type: 'approval' }), actor));
await inFlight(request.scheduled, 2_000, () =>
  engine.createTask(taskConfig.parse({ type: 'approval', startOn }), actor),
);

let completed = 0;
let claimsInMs: number[] = [];
subscribe('taskdeck.claim', (message) => {
  if (typeof message === 'object' && message !== null && 'tookInMs' in message)
    claimsInMs.push(Number(message.tookInMs));
});
process.on('message', () => {
  const progress: SoakProgress = { completed, claimsInMs, heapMiB: process.memoryUsage().rss / 2 ** 20 };
  claimsInMs = [];
  process.send?.(progress);
});
process.on('disconnect', () => process.exit(0));
process.send?.('loaded');
await inFlight(Number.POSITIVE_INFINITY, request.inFlight, async (n) => {
  const key = request.keys > 0 ? { concurrencyKey: `key-${n % request.keys}`, concurrencyLimit: 1_000 } : {};
  const { task } = await engine.createTask(taskConfig.parse({ type: 'three-steps', input: n, ...key }), actor);
  const ended = await engine.waitForTask(task.id, 600_000);
  if (ended.status !== 'succeeded') throw new Error(`task ${task.id} is ${ended.status}`);
  completed += 1;
});
