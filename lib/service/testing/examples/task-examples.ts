import type { Scope } from '#contract';
import type { Given } from '../canaries/generate.ts';
import { bodyOf, type Examples, type Planter } from '../canaries/planting.ts';
import { taskPointers } from '../canaries/task-types.ts';

const sees: readonly Scope[] = ['sensitive/read'];

const run = { id: 'all', runCount: '1' };
/** Fields of a task that would keep it from running now, or name another record. */
const runnable = (place: string): Given => ({
  [`${place}/type`]: 'canary.all',
  [`${place}/queue`]: 'idle',
  [`${place}/sensitive`]: taskPointers,
  [`${place}/schedule`]: undefined,
  [`${place}/startOn`]: undefined,
  [`${place}/retry`]: undefined,
});

/** A new task that no worker takes, made of every field. */
export async function newTask(planter: Planter, id = `task-${planter.next()}`, given: Given = {}): Promise<string> {
  await planter.must('CreateTask', {
    request: bodyOf(planter, 'CreateTask', { ...runnable('CreateTask'), 'CreateTask/id': id, ...given }),
  });
  return id;
}

/** The run that a task without reruns is in. */
const firstRun = (place: string): Given => ({ [`${place}/runCount`]: 1 });

async function endedTask(planter: Planter, name?: string): Promise<string> {
  const id = await newTask(planter, name);
  await planter.must('CancelTask', { params: { id } });
  return id;
}

/** An ended task with two steps. */
export async function forkable(planter: Planter, name?: string): Promise<string> {
  const id = await endedTask(planter, name);
  await planter.service.database`
    insert into step (task_key, run_count, sequence, name, kind, status, output, started_on, ended_on)
    select key, 1, sequence, 'step ' || sequence, 'step', 'succeeded', '1', now(), now()
    from task, generate_series(0, 1) sequence where id = ${id}`;
  return id;
}

/** The calls about tasks and their events, runs, steps and logs. */
export const taskExamples = {
  CreateTask: {
    access: ['POST', '/v1/tasks', ['tasks/create'], [...sees, 'secrets/read', 'secrets/use'], 'audited'],
    calls: (planter) => [
      {
        request: bodyOf(planter, 'CreateTask', {
          ...runnable('CreateTask'),
          'CreateTask/id': `task-${planter.next()}`,
          'CreateTask/startOn': '2040-01-01T00:00:00Z',
        }),
      },
      {
        request: {
          body: {
            type: 'canary.all',
            input: {},
            retry: { maximumAttempts: 3 },
            name: 'yearly',
            schedule: { cron: '0 0 1 1 *', until: '2040-01-01T00:00:00Z' },
          },
        },
      },
      {
        request: {
          body: { type: 'canary.secret', input: { key: { $secret: 'TOKEN' } }, startOn: '2040-01-01T00:00:00Z' },
        },
      },
    ],
  },
  ListTasks: {
    access: ['GET', '/v1/tasks', ['tasks/read'], [...sees, 'steps/read']],
    calls: () => [
      { query: { includeInput: 'true', includeOutput: 'true' } },
      { query: { values: '/input' } },
      { query: { values: '/output' } },
      { query: { maxPageSize: '1' } },
      { query: { holds: '1' } },
      { query: { status: 'queued', type: 'canary.*', tag: 'a=b', orderBy: 'id asc' } },
    ],
  },
  GetTask: {
    access: ['GET', '/v1/tasks/{id}', ['tasks/read'], sees],
    calls: () =>
      [
        'all',
        'all.child',
        'failing',
        'retrying',
        'waiting',
        'secret',
        'late',
        'late-failing',
        'late-retrying',
        'line',
        'scheduled',
        'sleeping',
      ].map((id) => ({ params: { id } })),
  },
  WaitForTask: {
    access: ['GET', '/v1/tasks/{id}/completion', ['tasks/create'], ['tasks/read', ...sees, 'secrets/read']],
    calls: () => [
      { params: { id: 'all' } },
      { params: { id: 'all' }, query: { waitInMs: '1', completionToken: 'x' } },
      { params: { id: 'failing' } },
      { params: { id: 'late' } },
    ],
  },
  UpdateTask: {
    access: ['PATCH', '/v1/tasks/{id}', ['tasks/update'], [...sees, 'secrets/use'], 'audited'],
    calls: async (planter) => {
      const id = await newTask(planter, undefined, { 'CreateTask/startOn': '2040-01-01T00:00:00Z' });
      return [
        { params: { id }, request: bodyOf(planter, 'UpdateTask', runnable('UpdateTask')) },
        {
          params: { id },
          query: { inputFor: 'nextRun', replaceInput: 'true' },
          request: bodyOf(planter, 'UpdateTask', runnable('UpdateTask')),
        },
        { params: { id: 'all' }, request: { body: {} } },
      ];
    },
  },
  DeleteTask: {
    access: ['DELETE', '/v1/tasks/{id}', ['tasks/delete'], [], 'audited'],
    calls: async (planter) => [{ params: { id: await newTask(planter) }, query: { force: 'true' } }],
  },
  CancelTask: {
    access: ['POST', '/v1/tasks/{id}/cancel', ['tasks/update'], sees, 'audited'],
    calls: async (planter) => [
      { params: { id: await newTask(planter) }, request: bodyOf(planter, 'CancelTask', firstRun('CancelTask')) },
    ],
  },
  PauseTask: {
    access: ['POST', '/v1/tasks/{id}/pause', ['tasks/update'], sees, 'audited'],
    calls: async (planter) => [
      { params: { id: await newTask(planter) }, request: bodyOf(planter, 'PauseTask', firstRun('PauseTask')) },
    ],
  },
  ResumeTask: {
    access: ['POST', '/v1/tasks/{id}/resume', ['tasks/update'], sees, 'audited'],
    calls: async (planter) => {
      const id = await newTask(planter);
      await planter.must('PauseTask', { params: { id } });
      return [{ params: { id }, request: bodyOf(planter, 'ResumeTask', firstRun('ResumeTask')) }];
    },
  },
  WakeTask: {
    access: ['POST', '/v1/tasks/{id}/wake', ['tasks/update'], sees, 'audited'],
    calls: async (planter) => {
      const id = await newTask(planter, undefined, { 'CreateTask/startOn': '2040-01-01T00:00:00Z' });
      return [{ params: { id }, request: bodyOf(planter, 'WakeTask', { 'WakeTask/until': '2040-01-01T00:00:00Z' }) }];
    },
  },
  RerunTask: {
    access: ['POST', '/v1/tasks/{id}/rerun', ['tasks/update'], [...sees, 'secrets/use'], 'audited'],
    calls: async (planter) => [
      { params: { id: await endedTask(planter) }, request: bodyOf(planter, 'RerunTask') },
      { params: { id: await endedTask(planter) } },
    ],
  },
  ListTaskExternalEvents: {
    access: ['GET', '/v1/tasks/{id}/events', ['events/read'], sees],
    calls: () => [{ params: { id: 'all' } }],
  },
  RaiseTaskEvent: {
    access: ['POST', '/v1/tasks/{id}/events/{name}', ['events/create'], [], 'audited'],
    calls: (planter) => [{ params: { id: 'all', name: 'approval' }, request: bodyOf(planter, 'RaiseTaskEvent') }],
  },
  ListEvents: {
    access: ['GET', '/v1/events', ['events/read'], sees],
    calls: () => [{}, { query: { name: 'appro*', consumed: 'false' } }],
  },
  ListEventWaits: {
    access: ['GET', '/v1/event-waits', ['events/read'], []],
    calls: () => [{}, { query: { name: 'a*' } }],
  },
  ListTaskHistory: {
    access: ['GET', '/v1/tasks/{id}/history', ['tasks/read'], sees],
    calls: () => [
      { params: { id: 'forked' } },
      { params: { id: 'all' }, query: { includeInput: 'true', includeOutput: 'true', orderBy: 'runCount asc' } },
    ],
  },
  GetTaskHistory: {
    access: ['GET', '/v1/tasks/{id}/history/{runCount}', ['tasks/read'], sees],
    calls: () => [
      { params: run },
      { params: { id: 'failing', runCount: '1' } },
      { params: { id: 'waiting', runCount: '1' } },
      { params: { id: 'forked', runCount: '2' } },
    ],
  },
  GetErrorFrames: {
    access: ['GET', '/v1/tasks/{id}/history/{runCount}/error-frames', ['tasks/read'], [...sees, 'sources/read']],
    calls: () => ['all', 'failing'].map((id) => ({ params: { id, runCount: '1' } })),
  },
  FindComparableRun: {
    access: ['GET', '/v1/tasks/{id}/history/{runCount}/comparable', ['tasks/read'], []],
    calls: () => ['all', 'failing'].map((id) => ({ params: { id, runCount: '1' } })),
  },
  ForkRun: {
    access: ['POST', '/v1/tasks/{id}/history/{runCount}/fork', ['tasks/update'], [...sees, 'secrets/use'], 'audited'],
    calls: async (planter) => [
      {
        params: { id: await forkable(planter), runCount: '1' },
        request: bodyOf(planter, 'ForkRun', { 'ForkRun/fromSequence': 1 }),
      },
    ],
  },
  ListSteps: {
    access: ['GET', '/v1/tasks/{id}/history/{runCount}/steps', ['steps/read'], sees],
    calls: () => [
      ...[
        'all',
        'failing',
        'retrying',
        'waiting',
        'secret',
        'late',
        'late-failing',
        'sleeping',
        'behind',
        'parent',
        'parents',
        'plain-retrying',
      ].map((id) => ({
        params: { id, runCount: '1' },
      })),
      { params: { id: 'forked', runCount: '2' } },
    ],
  },
  GetStep: {
    access: ['GET', '/v1/tasks/{id}/history/{runCount}/steps/{sequence}', ['steps/read'], sees],
    calls: () => Array.from({ length: 14 }, (_, sequence) => ({ params: { ...run, sequence: String(sequence) } })),
  },
  GetStepErrorFrames: {
    access: [
      'GET',
      '/v1/tasks/{id}/history/{runCount}/steps/{sequence}/error-frames',
      ['steps/read'],
      [...sees, 'sources/read'],
    ],
    calls: () =>
      ['all', 'failing', 'retrying', 'plain-retrying'].flatMap((id) =>
        [{}, { attempt: '1' }].map((query) => ({ params: { id, runCount: '1', sequence: '0' }, query })),
      ),
  },
  ListLogs: {
    access: ['GET', '/v1/tasks/{id}/history/{runCount}/logs', ['logs/read'], []],
    calls: async (planter) => {
      await planter.must('WriteLogs', { params: run, request: bodyOf(planter, 'WriteLogs') });
      return [
        { params: run },
        { params: run, query: { level: 'info', search: 'canary' } },
        { params: { id: 'secret', runCount: '1' } },
      ];
    },
  },
  ListLogsOfTasks: {
    access: ['GET', '/v1/logs', ['logs/read', 'tasks/read'], []],
    calls: () => [
      {},
      { query: { taskId: 'secret' } },
      { query: { type: 'test.*', search: 'canary', field: '/a=1', maxPageSize: '2' } },
      { query: { level: 'error' } },
    ],
  },
  GetLogVolumeOfTasks: {
    access: ['GET', '/v1/log-volume', ['logs/read', 'tasks/read'], []],
    calls: () => [{}, { query: { search: 'canary', intervals: '3' } }],
  },
  GetLogVolume: {
    access: ['GET', '/v1/tasks/{id}/history/{runCount}/log-volume', ['logs/read'], []],
    calls: () => [{ params: run }, { params: run, query: { search: 'canary', intervals: '3' } }],
  },
  WriteLogs: {
    access: ['POST', '/v1/tasks/{id}/history/{runCount}/logs', ['logs/create'], [], 'audited'],
    calls: (planter) => [{ params: run, request: bodyOf(planter, 'WriteLogs') }],
  },
} satisfies Partial<Examples>;
