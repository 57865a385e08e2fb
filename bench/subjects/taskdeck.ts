import { taskConfig } from '../../lib/contract/index.ts';
import { connect, type Database, migrate } from '../../lib/database/index.ts';
import { createEngine, type Engine } from '../../lib/engine/index.ts';
import { defineTask, startWorker } from '../../lib/worker/index.ts';
import { fillTasks } from './fill-tasks.ts';
import { answer, inFlight, medianMs, p99Ms, perSecond, type Request } from './measure.ts';
import { startBenchService } from './taskdeck-service.ts';

let resumed: (at: number) => void = () => {};

const definitions = [
  defineTask({
    type: 'three-steps',
    async run(ctx, input) {
      const a = await ctx.step('a', async () => Number(input) + 1);
      const b = await ctx.step('b', async () => a + 1);
      return ctx.step('c', async () => b + 1);
    },
  }),
  defineTask({ type: 'one-step', run: (ctx, input) => ctx.step('a', async () => Number(input) + 1) }),
  defineTask({
    type: 'one-save',
    run: (ctx, input) => ctx.state.save('bench', { id: ctx.taskId, value: Number(input) }),
  }),
  defineTask({
    type: 'approval',
    async run(ctx) {
      await ctx.waitForEvent('approval');
      resumed(performance.now());
    },
  }),
];
const slots = 1_000;
const actor = { name: 'bench' };

/** Registers the types, creates the tasks without a worker, then measures one worker until none is left. */
async function workOff(request: Request, type: string): Promise<number> {
  const { database, engine } = await open(request);
  const registering = await startWorker({ databaseUrl: request.databaseUrl, definitions, slots });
  await registering.stop();
  await inFlight(request.total, 2_000, (n) => engine.createTask(taskConfig.parse({ type, input: n }), actor));
  await database`vacuum analyze`;
  const speed = await perSecond(request.total, async () => {
    await startWorker({ databaseUrl: request.databaseUrl, definitions, slots });
    await untilIdle(database);
  });
  const [done] = await database`select count(*) as count from run where status = 'succeeded'`;
  if (done?.count !== request.total) throw new Error(`${done?.count} of ${request.total} tasks succeeded`);
  return speed;
}

async function open(request: Request): Promise<{ database: Database; engine: Engine }> {
  const database = connect(request.databaseUrl);
  await migrate(database);
  return { database, engine: createEngine(database) };
}

async function untilIdle(database: Database): Promise<void> {
  for (;;) {
    const [left] = await database`select exists (select from active_run) as is_left`;
    if (!left?.is_left) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Creates a task that waits for an approval, lets it wait, raises the event, and measures the time until the handler
 * continues.
 */
async function approve(
  create: () => Promise<string>,
  isWaiting: (id: string) => Promise<boolean>,
  raise: (id: string) => Promise<unknown>,
) {
  const id = await create();
  while (!(await isWaiting(id))) await new Promise((resolve) => setTimeout(resolve, 5));
  const at = new Promise<number>((resolve) => {
    resumed = resolve;
  });
  const start = performance.now();
  await raise(id);
  return (await at) - start;
}

await answer({
  throughput: (request) => workOff(request, 'three-steps'),
  jobs: (request) => workOff(request, 'one-step'),
  saves: (request) => workOff(request, 'one-save'),

  /** One process creates tasks, works them off and awaits each result, like the peers. */
  async createdToo(request) {
    const { engine } = await open(request);
    await startWorker({ databaseUrl: request.databaseUrl, definitions, slots });
    return perSecond(request.total, () =>
      inFlight(request.total, 1_000, async (n) => {
        const { task } = await engine.createTask(taskConfig.parse({ type: 'three-steps', input: n }), actor);
        await engine.waitForTask(task.id, 60_000);
      }),
    );
  },

  async halfLoad(request) {
    const { engine } = await open(request);
    await startWorker({ databaseUrl: request.databaseUrl, definitions, slots });
    const complete = async (n: number) => {
      const { task } = await engine.createTask(taskConfig.parse({ type: 'three-steps', input: n }), actor);
      await engine.waitForTask(task.id, 60_000);
    };
    const full = await perSecond(request.total, () => inFlight(request.total, 1_000, complete));
    return p99Ms(request.total, full / 2, complete);
  },

  async latency(request) {
    const { engine } = await open(request);
    await startWorker({ databaseUrl: request.databaseUrl, definitions });
    return medianMs(request.total, async (n) => {
      const { task } = await engine.createTask(taskConfig.parse({ type: 'three-steps', input: n }), actor);
      await engine.waitForTask(task.id, 10_000);
      return undefined;
    });
  },
  async httpLatency(request) {
    await open(request);
    await startWorker({ databaseUrl: request.databaseUrl, definitions });
    const { send } = await startBenchService(request.databaseUrl);
    return medianMs(request.total, async (n) => {
      const task = JSON.parse(await send('POST', '/v1/tasks', { type: 'three-steps', input: n }));
      await send('GET', `/v1/tasks/${task.id}?waitInMs=10000`);
      return undefined;
    });
  },

  async saveLatency(request) {
    const { engine } = await open(request);
    await startWorker({ databaseUrl: request.databaseUrl, definitions });
    return medianMs(request.total, async (n) => {
      const { task } = await engine.createTask(taskConfig.parse({ type: 'one-save', input: n }), actor);
      await engine.waitForTask(task.id, 10_000);
      return undefined;
    });
  },

  async event(request) {
    const { engine } = await open(request);
    await startWorker({ databaseUrl: request.databaseUrl, definitions });
    return medianMs(request.total, () =>
      approve(
        async () => (await engine.createTask(taskConfig.parse({ type: 'approval' }), actor)).task.id,
        async (id) => (await engine.getTask(id)).status === 'waiting',
        (id) => engine.raiseEvent(id, 'approval', { approved: true }, actor),
      ),
    );
  },
  async httpEvent(request) {
    await open(request);
    await startWorker({ databaseUrl: request.databaseUrl, definitions });
    const { send } = await startBenchService(request.databaseUrl);
    return medianMs(request.total, () =>
      approve(
        async () => JSON.parse(await send('POST', '/v1/tasks', { type: 'approval' })).id,
        async (id) => JSON.parse(await send('GET', `/v1/tasks/${id}`)).status === 'waiting',
        (id) => send('POST', `/v1/tasks/${id}/events/approval`, { value: { approved: true } }),
      ),
    );
  },

  async create(request) {
    await open(request);
    const worker = await startWorker({ databaseUrl: request.databaseUrl, definitions });
    await worker.stop();
    const { send } = await startBenchService(request.databaseUrl);
    const create = (n: number) => send('POST', '/v1/tasks', { type: 'three-steps', input: n });
    await inFlight(1_000, 64, create);
    return perSecond(request.total, () => inFlight(request.total, 64, create));
  },

  list: (request) =>
    slowestPage(request, [
      '',
      'status=failed',
      'status=running&status=waiting',
      'type=type-3',
      'type=type-*',
      'tag=customer%3D42',
      'queue=queue-2',
      'orderBy=endedOn+desc',
    ]),
  search: (request) => slowestPage(request, ['search=timeout', `search=task-${request.total - 10}`, 'search=nowhere']),
});

/** The slowest of these filters: median time of its first page of 100. */
async function slowestPage(request: Request, filters: string[]): Promise<number> {
  const { database } = await open(request);
  await fillTasks(database, request.total);
  const { send } = await startBenchService(request.databaseUrl);
  const times: number[] = [];
  for (const filter of filters) {
    const time = await medianMs(30, async () => {
      await send('GET', `/v1/tasks?${filter}`);
      return undefined;
    });
    console.error(`${request.total} tasks, ?${filter}: ${time.toFixed(1)} ms`);
    times.push(time);
  }
  return Math.max(...times);
}
