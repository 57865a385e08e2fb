import type { Given } from './generate.ts';
import { bodyOf, type Planter, type Requests } from './planting.ts';
import { taskPointers } from './task-types.ts';

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
export const taskRequests = {
  CreateTask: (planter) => [
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
  ListTasks: () => [
    { query: { includeInput: 'true', includeOutput: 'true' } },
    { query: { values: '/input' } },
    { query: { values: '/output' } },
    { query: { maxPageSize: '1' } },
    { query: { holds: '1' } },
    { query: { status: 'queued', type: 'canary.*', tag: 'a=b', orderBy: 'id asc' } },
  ],
  GetTask: () =>
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
  WaitForTask: () => [
    { params: { id: 'all' } },
    { params: { id: 'all' }, query: { waitInMs: '1', completionToken: 'x' } },
    { params: { id: 'failing' } },
    { params: { id: 'late' } },
  ],
  UpdateTask: async (planter) => {
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
  DeleteTask: async (planter) => [{ params: { id: await newTask(planter) }, query: { force: 'true' } }],
  CancelTask: async (planter) => [
    { params: { id: await newTask(planter) }, request: bodyOf(planter, 'CancelTask', firstRun('CancelTask')) },
  ],
  PauseTask: async (planter) => [
    { params: { id: await newTask(planter) }, request: bodyOf(planter, 'PauseTask', firstRun('PauseTask')) },
  ],
  ResumeTask: async (planter) => {
    const id = await newTask(planter);
    await planter.must('PauseTask', { params: { id } });
    return [{ params: { id }, request: bodyOf(planter, 'ResumeTask', firstRun('ResumeTask')) }];
  },
  WakeTask: async (planter) => {
    const id = await newTask(planter, undefined, { 'CreateTask/startOn': '2040-01-01T00:00:00Z' });
    return [{ params: { id }, request: bodyOf(planter, 'WakeTask', { 'WakeTask/until': '2040-01-01T00:00:00Z' }) }];
  },
  RerunTask: async (planter) => [
    { params: { id: await endedTask(planter) }, request: bodyOf(planter, 'RerunTask') },
    { params: { id: await endedTask(planter) } },
  ],
  ListTaskExternalEvents: () => [{ params: { id: 'all' } }],
  RaiseTaskEvent: (planter) => [
    { params: { id: 'all', name: 'approval' }, request: bodyOf(planter, 'RaiseTaskEvent') },
  ],
  ListEvents: () => [{}, { query: { name: 'appro*', consumed: 'false' } }],
  ListEventWaits: () => [{}, { query: { name: 'a*' } }],
  ListTaskHistory: () => [
    { params: { id: 'forked' } },
    { params: { id: 'all' }, query: { includeInput: 'true', includeOutput: 'true', orderBy: 'runCount asc' } },
  ],
  GetTaskHistory: () => [
    { params: run },
    { params: { id: 'failing', runCount: '1' } },
    { params: { id: 'waiting', runCount: '1' } },
    { params: { id: 'forked', runCount: '2' } },
  ],
  GetErrorFrames: () => ['all', 'failing'].map((id) => ({ params: { id, runCount: '1' } })),
  FindComparableRun: () => ['all', 'failing'].map((id) => ({ params: { id, runCount: '1' } })),
  ForkRun: async (planter) => [
    {
      params: { id: await forkable(planter), runCount: '1' },
      request: bodyOf(planter, 'ForkRun', { 'ForkRun/fromSequence': 1 }),
    },
  ],
  ListSteps: () => [
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
  GetStep: () => Array.from({ length: 14 }, (_, sequence) => ({ params: { ...run, sequence: String(sequence) } })),
  GetStepErrorFrames: () =>
    ['all', 'failing', 'retrying', 'plain-retrying'].flatMap((id) =>
      [{}, { attempt: '1' }].map((query) => ({ params: { id, runCount: '1', sequence: '0' }, query })),
    ),
  ListLogs: async (planter) => {
    await planter.must('WriteLogs', { params: run, request: bodyOf(planter, 'WriteLogs') });
    return [
      { params: run },
      { params: run, query: { level: 'info', search: 'canary' } },
      { params: { id: 'secret', runCount: '1' } },
    ];
  },
  ListLogsOfTasks: () => [
    {},
    { query: { taskId: 'secret' } },
    { query: { type: 'test.*', search: 'canary', field: '/a=1', maxPageSize: '2' } },
    { query: { level: 'error' } },
  ],
  GetLogVolumeOfTasks: () => [{}, { query: { search: 'canary', intervals: '3' } }],
  GetLogVolume: () => [{ params: run }, { params: run, query: { search: 'canary', intervals: '3' } }],
  WriteLogs: (planter) => [{ params: run, request: bodyOf(planter, 'WriteLogs') }],
} satisfies Partial<Requests>;
