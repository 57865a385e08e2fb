import { randomUUID } from 'node:crypto';
import { type JsonValue, type Step, type TaskConfig, type TaskResponse, taskConfig } from '#contract';
import type { Database } from '#database';
import { createTestDatabase } from '#database/testing';
import type { Engine } from '../create-engine.ts';
import { createEngine } from '../create-engine.ts';
import type { AnyTaskDefinition } from '../definition/definition.ts';
import { type RunningWorker, runWorker, type WorkerOptions } from '../worker/worker.ts';

const actor = { name: 'ada@example.org', usesSecrets: true };

/** An engine over a new database, and workers on demand. */
export type RunFixture = {
  engine: Engine;
  database: Database;
  url: string;
  work(definitions: AnyTaskDefinition[], options?: Partial<WorkerOptions>): Promise<RunningWorker>;
  /** Runs a worker with one task type of its own. Resolves with the type's name. */
  serve(
    definition: Partial<AnyTaskDefinition> & Pick<AnyTaskDefinition, 'run'>,
    options?: Partial<WorkerOptions>,
  ): Promise<string>;
  /** The steps of a task's first run. */
  stepsOf(id: string): Promise<Step[]>;
  create(config: Partial<TaskConfig> & { type: string }): Promise<TaskResponse>;
  /** Resolves with the task when it has ended. Rejects after ten seconds. */
  ended(id: string): Promise<TaskResponse>;
  /** Creates a task and waits for its end. */
  run(config: Partial<TaskConfig> & { type: string }): Promise<TaskResponse>;
  /** Resolves with the task when a condition holds. Rejects after ten seconds. */
  until(id: string, holds: (task: TaskResponse) => boolean): Promise<TaskResponse>;
  raise(id: string, name: string, value?: JsonValue): Promise<void>;
  end(): Promise<void>;
};

export async function startRuns(): Promise<RunFixture> {
  const test = await createTestDatabase();
  const { database, url } = test;
  const engine = createEngine(database);
  const workers: RunningWorker[] = [];
  const work: RunFixture['work'] = async (definitions, options = {}) => {
    const worker = await runWorker({ database, definitions, slots: 50, ...options });
    workers.push(worker);
    return worker;
  };
  const create: RunFixture['create'] = async (config) =>
    (await engine.createTask(taskConfig.parse(config), actor)).task;
  const ended: RunFixture['ended'] = async (id) => {
    const task = await engine.waitForTask(id, 10_000);
    if (task.endedOn === undefined)
      throw new Error(`task ${id} has not ended: ${task.status} ${task.waitingFor?.sentence ?? ''}`);
    return task;
  };
  return {
    engine,
    database,
    url,
    create,
    ended,
    run: async (config) => ended((await create(config)).id),
    work,
    async serve(definition, options) {
      const type = `served-${randomUUID()}`;
      await work([{ type, ...definition }], options);
      return type;
    },
    stepsOf: async (id) => (await engine.listSteps(id, 1n, { maxPageSize: 100 })).value,
    async until(id, holds) {
      const giveUpAt = performance.now() + 10_000;
      for (;;) {
        const task = await engine.getTask(id);
        if (holds(task)) return task;
        if (performance.now() > giveUpAt) throw new Error(`task ${id} is still ${task.status}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    raise: async (id, name, value = null) => void (await engine.raiseEvent(id, name, value, actor)),
    async end() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await engine.close();
      await test.drop();
    },
  };
}
