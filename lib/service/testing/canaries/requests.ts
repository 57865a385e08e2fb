import { blobUploadOptions, resumableUploadInput } from '#contract';
import type { TestRequest } from '../test-service.ts';
import { accessRequests } from './access-requests.ts';
import { alertRequests } from './alert-requests.ts';
import { bulkRequests } from './bulk-requests.ts';
import { errorRequests } from './error-requests.ts';
import { type Given, plantIn } from './generate.ts';
import { type Asked, bodyOf, type Planter, type Requests } from './planting.ts';
import { revealRequests } from './reveal-requests.ts';
import { ruleOf } from './rules.ts';
import { taskPointers } from './task-types.ts';
import { timeRequests } from './time-requests.ts';
import { viewRequests } from './view-requests.ts';

const store = { storeName: 'vault' };
/** Paths of hidden and of shown values that its policy names. */
export const indexedPaths = ['/hidden/list/0', '/shown'];
const run = { id: 'all', runCount: '1' };
const tus = { 'tus-resumable': '1.0.0' };
const noConditions = (place: string): Given => ({
  [`${place}/ifMatch`]: undefined,
  [`${place}/ifNoneMatch`]: undefined,
});
const savable = (place: string, id: string): Given => ({
  ...noConditions(place),
  [`${place}/id`]: id,
  [`${place}/sensitive`]: ['/hidden'],
  [`${place}/ttlInSeconds`]: 3_600,
});
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

/** A new entry with a value, and one more version. */
export async function newEntry(planter: Planter, id = `entry-${planter.next()}`, given: Given = {}): Promise<string> {
  for (let version = 1; version <= 2; version++)
    await planter.must('SaveState', {
      params: { ...store, id },
      request: bodyOf(planter, 'SaveState', { ...savable('SaveState', id), ...given }),
    });
  return id;
}

/** The query, headers and bytes of an upload; of an entry that is hidden as a whole, all of it is. */
export function uploadOf({ canaries }: Planter, isHidden: boolean): Required<Pick<Asked, 'query' | 'request'>> {
  const place = isHidden ? 'UploadBlob/hidden' : 'UploadBlob/shown';
  const options = plantIn(canaries, place, blobUploadOptions, {
    ...noConditions(place),
    [`${place}/ifEntryMatch`]: undefined,
    [`${place}/contentHash`]: undefined,
    [`${place}/contentType`]: undefined,
  }) as Record<'fileName' | 'contentEncoding' | 'contentDisposition', string> & { metadata: object };
  const { fileName, contentEncoding, contentDisposition } = options;
  const content = canaries.text(`${place}/content`, ruleOf(place));
  return {
    query: {
      fileName,
      contentEncoding,
      contentDisposition,
      overwrite: 'true',
      metadata: JSON.stringify(options.metadata),
    },
    request: {
      raw: canaries.hashed(content, place, ruleOf(place)),
      headers: { 'content-type': `text/${canaries.text(`${place}/type`, ruleOf(place))}` },
    },
  };
}

function tusUpload(planter: Planter, content: string): TestRequest {
  const input = plantIn(planter.canaries, 'BeginUpload', resumableUploadInput, {
    ...noConditions('BeginUpload'),
    'BeginUpload/ifEntryMatch': undefined,
    'BeginUpload/contentHash': undefined,
    'BeginUpload/contentEncoding': undefined,
    'BeginUpload/contentLength': undefined,
    'BeginUpload/storeName': store.storeName,
    'BeginUpload/id': 'open',
  });
  const text = Buffer.from(JSON.stringify(input)).toString('base64');
  return { headers: { ...tus, 'upload-length': String(content.length), 'upload-metadata': `input ${text}` } };
}

async function begunUpload(planter: Planter, content: string): Promise<string> {
  const { headers } = await planter.must('BeginUpload', { request: tusUpload(planter, content) });
  return headers.get('location')?.split('/').at(-1) ?? '';
}

async function receipt(planter: Planter): Promise<string> {
  const id = await newEntry(planter);
  const { headers } = await planter.must('DeleteState', { params: { ...store, id } });
  return headers.get('taskdeck-receipt') ?? '';
}

/** How the walk calls each operation, so that it succeeds. One that is missing does not compile. */
export const requests: Requests = {
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
  WaitForTask: () => [{ params: { id: 'all' } }, { params: { id: 'failing' } }, { params: { id: 'late' } }],
  UpdateTask: async (planter) => {
    const id = await newTask(planter, undefined, { 'CreateTask/startOn': '2040-01-01T00:00:00Z' });
    return [
      { params: { id }, request: bodyOf(planter, 'UpdateTask', runnable('UpdateTask')) },
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
  ListEvents: () => [{}],
  ListEventWaits: () => [{}],
  ListTaskHistory: () => [
    { params: { id: 'forked' } },
    { params: { id: 'all' }, query: { includeInput: 'true', includeOutput: 'true' } },
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
    return [{ params: run }, { params: { id: 'secret', runCount: '1' } }];
  },
  ListLogsOfTasks: () => [
    {},
    { query: { taskId: 'secret' } },
    { query: { type: 'test.*', search: 'canary', maxPageSize: '2' } },
    { query: { level: 'error' } },
  ],
  GetLogVolumeOfTasks: () => [{}, { query: { search: 'canary', intervals: '3' } }],
  GetLogVolume: () => [{ params: run }, { params: run, query: { search: 'canary', intervals: '3' } }],
  WriteLogs: (planter) => [{ params: run, request: bodyOf(planter, 'WriteLogs') }],
  ...alertRequests,
  ...revealRequests,
  ...viewRequests,
  ...bulkRequests,
  ListStores: () => [{}],
  GetStore: () => [{ params: store }],
  SetStorePolicy: (planter) => [
    {
      params: { storeName: 'ruled' },
      request: bodyOf(planter, 'SetStorePolicy', { 'SetStorePolicy/sensitive': ['/hidden'] }),
    },
  ],
  ListState: () => [
    { params: store },
    { params: store, query: { delimiter: '/', maxPageSize: '1000' } },
    { params: store, query: { value: '["/hidden","missing"]' } },
    { params: store, query: { value: '["","holds","1"]' } },
    ...indexedPaths.map((path) => ({ params: store, query: { value: JSON.stringify([path, 'exists']) } })),
  ],
  GetState: () => ['entry', 'whole', 'open', 'marked', 'run', 'of-secret'].map((id) => ({ params: { ...store, id } })),
  SaveState: (planter) => {
    const id = `entry-${planter.next()}`;
    return [{ params: { ...store, id }, request: bodyOf(planter, 'SaveState', savable('SaveState', id)) }];
  },
  DeleteState: async (planter) => [{ params: { ...store, id: await newEntry(planter) } }],
  SaveBulkState: (planter) => [
    {
      params: store,
      request: bodyOf(planter, 'SaveBulkState', savable('SaveBulkState/entries/0', `entry-${planter.next()}`)),
    },
    { params: store, request: { body: { entries: [{ id: 'open', value: 1, ifMatch: '"0"' }] } } },
  ],
  BulkTransaction: (planter) => [
    {
      params: store,
      request: bodyOf(planter, 'BulkTransaction', {
        ...savable('BulkTransaction/upserts/0', `entry-${planter.next()}`),
        'BulkTransaction/deletes': [{ id: 'none' }],
      }),
    },
  ],
  DeleteBulkState: async (planter) => [
    {
      params: store,
      request: { body: { deletes: [{ id: await newEntry(planter) }, { id: 'open', ifMatch: '"0"' }] } },
    },
  ],
  GetBulkState: () => [
    { params: store, request: { body: {} } },
    { params: store, request: { body: { ids: ['entry', 'whole', 'marked'] } } },
  ],
  ListStateVersions: () =>
    ['entry', 'whole', 'marked'].map((id) => ({ params: { ...store, id }, query: { includeValue: 'true' } })),
  GetStateVersion: () => ['entry', 'whole', 'marked'].map((id) => ({ params: { ...store, id, version: '1' } })),
  RestoreState: async (planter) => [
    { params: store, request: { body: { id: await newEntry(planter), version: 1 } } },
    { params: store, request: { body: { id: 'marked', version: 1 } } },
  ],
  UndoState: async (planter) => [{ params: store, request: { body: { receipt: await receipt(planter) } } }],
  ListStateAccess: () => [{ params: { ...store, id: 'run' } }],
  GetBlob: () => [
    { params: { ...store, id: 'open' } },
    { params: { ...store, id: 'open' }, request: { headers: { range: 'bytes=0-3' } } },
    { params: { ...store, id: 'whole' } },
    { params: { ...store, id: 'whole' }, request: { headers: { 'if-none-match': '"1"' } } },
    { params: { ...store, id: 'run-blob' } },
  ],
  UploadBlob: (planter) => [
    { params: { ...store, id: 'open' }, ...uploadOf(planter, false) },
    { params: { ...store, id: 'whole' }, ...uploadOf(planter, true) },
  ],
  ListUploads: () => [{}],
  BeginUpload: (planter) => [{ request: tusUpload(planter, 'bytes') }],
  GetUpload: async (planter) => {
    const uploadId = await begunUpload(planter, 'bytes');
    const { 0: append } = await requests.AppendUpload(planter);
    await planter.must('AppendUpload', append ?? {});
    return [{ params: { uploadId } }, { params: { uploadId: append?.params?.uploadId ?? '' } }];
  },
  AppendUpload: async (planter) => [
    {
      params: { uploadId: await begunUpload(planter, 'bytes') },
      request: {
        raw: 'bytes',
        headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      },
    },
  ],
  AbandonUpload: async (planter) => [
    { params: { uploadId: await begunUpload(planter, 'bytes') }, request: { headers: tus } },
  ],
  ListLocks: () => [{}],
  GetLock: () => [{ params: { name: 'kept' } }, { params: { name: 'held-by-run' } }],
  AcquireLock: (planter) => [
    {
      params: { name: `lock-${planter.next()}` },
      request: bodyOf(planter, 'AcquireLock', { 'AcquireLock/fencingToken': undefined, 'AcquireLock/ttlInMs': 60_000 }),
    },
  ],
  ReleaseLock: (planter) => [{ params: { name: `lock-${planter.next()}` }, query: { force: 'true' } }],
  ListTaskTypes: () => [{}],
  GetTaskType: () => [{ params: { type: 'canary.all' } }],
  ListWorkers: () => [{}],
  ListQueues: () => [{}],
  GetStatistics: () => [{}],
  GetLimits: () => [{}],
  GetDeployment: () => [{}],
  GetRetention: () => [{}],
  Watch: () => [], // a stream: the walk reads it beside the calls
  ...accessRequests,
  ...errorRequests,
  ...timeRequests,
};
