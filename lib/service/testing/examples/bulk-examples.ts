import type { Scope } from '#contract';
import { bodyOf, type Examples, type Planter } from '../canaries/planting.ts';
import { ruleOf } from '../canaries/rules.ts';
import type { TestRequest } from '../test-service.ts';

/** One of these is needed, by what a bulk operation does. */
const acts: readonly Scope[] = ['tasks/update', 'tasks/delete', 'events/create'];
const sees: readonly Scope[] = ['sensitive/read'];

type BulkName = Extract<keyof Examples, `${string}Bulk${'Operation' | 'Operations' | 'Results' | 'Causes'}`>;

/** A bulk operation that raises an event on tasks, not before ten minutes have passed. */
function bulkOf({ canaries }: Planter, ids: readonly string[], delayInMs = 600_000): TestRequest {
  const place = 'CreateBulkOperation';
  const value = canaries.text(`${place}/value`, ruleOf(`${place}/value`));
  const reason = canaries.text(`${place}/reason`, ruleOf(`${place}/reason`));
  return { body: { action: { kind: 'raiseEvent', name: 'approval', value }, selection: { ids }, reason, delayInMs } };
}

async function startedBulk(planter: Planter): Promise<string> {
  const { body } = await planter.must('CreateBulkOperation', { request: bulkOf(planter, ['all', 'failing']) });
  return (body as { id: string }).id;
}

/** An ended task with a step that no worker runs. */
async function endedTask(planter: Planter): Promise<string> {
  const id = `bulk-task-${planter.next()}`;
  await planter.must('CreateTask', { request: { body: { id, type: 'canary.all', queue: 'idle', input: {} } } });
  await planter.must('CancelTask', { params: { id } });
  await planter.service.database`
    insert into step (task_key, run_count, sequence, name, kind, status, output, started_on, ended_on)
    select key, 1, 0, 'step 1', 'step', 'succeeded', '1', now(), now() from task where id = ${id}`;
  return id;
}

const ended = new WeakMap<Planter, Promise<string>>();

/** An operation that forked one task and was refused others, one of them with a sensitive error. Made once for a walk. */
function endedBulk(planter: Planter): Promise<string> {
  const made = ended.get(planter) ?? makeEndedBulk(planter);
  ended.set(planter, made);
  return made;
}

async function makeEndedBulk(planter: Planter): Promise<string> {
  const ids = [await endedTask(planter), 'failing', 'none', 'waiting'];
  const action = { kind: 'fork', fromStep: 'step 1' };
  const request = { body: { action, selection: { ids }, waitForEndInMs: 0 } };
  const { body } = await planter.must('CreateBulkOperation', { request });
  const { id } = body as { id: string };
  for (;;) {
    const read = await planter.must('GetBulkOperation', { params: { id } });
    if ((read.body as { endedOn?: string }).endedOn !== undefined) return id;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** How the walk calls each operation on many tasks. */
export const bulkExamples: Pick<Examples, BulkName> = {
  PreviewBulkOperation: {
    access: ['POST', '/v1/bulk-previews', ['tasks/read'], [...sees, 'steps/read']],
    calls: () => [
      { request: { body: { action: { kind: 'rerun' }, selection: { filter: { type: ['canary.*'] } } } } },
      { request: { body: { action: { kind: 'fork' }, selection: { ids: ['all', 'failing', 'none'] } } } },
    ],
  },
  CreateBulkOperation: {
    access: ['POST', '/v1/bulk-operations', ['tasks/read'], [...acts, 'steps/read'], 'audited'],
    calls: async (planter) => [
      { request: bulkOf(planter, ['all', 'failing']) },
      ...[
        { action: { kind: 'update', tags: { a: null }, queue: 'idle', priority: 1 }, stages: [1], maximumFailures: 0 },
        { action: { kind: 'wake' }, selection: { filter: { heldBy: ['canary'] } } },
        { action: { kind: 'delete', force: true }, selection: { filter: { id: ['none'] } }, tasksPerSecond: 1 },
        { action: { kind: 'fork', fromStep: 'none' }, selection: { operation: await endedBulk(planter) } },
      ].map((body) => ({ request: { body: { selection: { ids: ['none'] }, delayInMs: 600_000, ...body } } })),
    ],
  },
  ListBulkOperations: {
    access: ['GET', '/v1/bulk-operations', ['tasks/read'], []],
    calls: async (planter) => {
      await startedBulk(planter);
      await endedBulk(planter);
      return [{}, { query: { isActive: 'true', maxPageSize: '1' } }];
    },
  },
  GetBulkOperation: {
    access: ['GET', '/v1/bulk-operations/{id}', ['tasks/read'], []],
    calls: async (planter) => [
      { params: { id: await startedBulk(planter) } },
      { params: { id: await endedBulk(planter) } },
    ],
  },
  ListBulkResults: {
    access: ['GET', '/v1/bulk-operations/{id}/results', ['tasks/read'], []],
    calls: async (planter) => {
      const id = await endedBulk(planter);
      return [{ params: { id } }, { params: { id }, query: { status: 'refused', maxPageSize: '1' } }];
    },
  },
  ListBulkCauses: {
    access: ['GET', '/v1/bulk-operations/{id}/causes', ['tasks/read'], []],
    calls: async (planter) => {
      const id = await endedBulk(planter);
      return [{ params: { id } }, { params: { id }, query: { maxPageSize: '1' } }];
    },
  },
  PauseBulkOperation: {
    access: ['POST', '/v1/bulk-operations/{id}/pause', ['tasks/read'], acts, 'audited'],
    calls: async (planter) => [
      { params: { id: await startedBulk(planter) }, request: bodyOf(planter, 'PauseBulkOperation') },
    ],
  },
  ResumeBulkOperation: {
    access: ['POST', '/v1/bulk-operations/{id}/resume', ['tasks/read'], acts, 'audited'],
    calls: async (planter) => {
      const id = await startedBulk(planter);
      await planter.must('PauseBulkOperation', { params: { id } });
      return [{ params: { id }, request: bodyOf(planter, 'ResumeBulkOperation') }];
    },
  },
  StopBulkOperation: {
    access: ['POST', '/v1/bulk-operations/{id}/stop', ['tasks/read'], acts, 'audited'],
    calls: async (planter) => [
      { params: { id: await startedBulk(planter) }, request: bodyOf(planter, 'StopBulkOperation') },
    ],
  },
};
