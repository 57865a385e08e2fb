/** One row of the table: what is measured, for which subjects, with how many tasks per round. */
export type Measure = {
  key: string;
  title: string;
  unit: '/s' | 'ms' | 'MiB/s' | 'MiB';
  group: 'engine' | 'api' | 'state' | 'client';
  /** Scripts in `subjects/` and tasks per round. The first is this project. */
  subjects: { name: string; script: string; total: number; measure?: string }[];
};

export const measures: Measure[] = [
  {
    key: 'throughput',
    title: 'tasks/s, three durable steps, one worker, queued beforehand',
    unit: '/s',
    group: 'engine',
    subjects: [
      { name: 'taskdeck', script: 'taskdeck', total: 100_000 },
      { name: 'bare loop', script: 'bare-loop', total: 100_000 },
    ],
  },
  {
    key: 'createdToo',
    title: 'tasks/s, three durable steps, one worker, each created and its result awaited',
    unit: '/s',
    group: 'engine',
    subjects: [
      { name: 'taskdeck (in process)', script: 'taskdeck', total: 40_000 },
      { name: 'DBOS (in process)', script: 'dbos', total: 1_500, measure: 'throughput' },
      { name: 'Restate (over HTTP)', script: 'restate', total: 6_000, measure: 'throughput' },
    ],
  },
  {
    key: 'jobs',
    title: 'jobs/s, one step, queued beforehand',
    unit: '/s',
    group: 'engine',
    subjects: [
      { name: 'taskdeck', script: 'taskdeck', total: 100_000 },
      { name: 'graphile-worker', script: 'graphile-worker', total: 100_000 },
      { name: 'pg-boss', script: 'pg-boss', total: 50_000 },
    ],
  },
  {
    key: 'halfLoad',
    title: 'create → completed, three steps, p99 at half of the full rate',
    unit: 'ms',
    group: 'engine',
    subjects: [{ name: 'taskdeck (in process)', script: 'taskdeck', total: 40_000 }],
  },
  {
    key: 'latency',
    title: 'create → completed, three steps, p50',
    unit: 'ms',
    group: 'engine',
    subjects: [
      { name: 'taskdeck (in process)', script: 'taskdeck', total: 300 },
      { name: 'taskdeck (over HTTP)', script: 'taskdeck', total: 300, measure: 'httpLatency' },
      { name: 'DBOS (in process)', script: 'dbos', total: 200 },
      { name: 'Restate (over HTTP)', script: 'restate', total: 300 },
      { name: 'graphile-worker (in process, one step)', script: 'graphile-worker', total: 300 },
    ],
  },
  {
    key: 'event',
    title: 'raise event → handler resumed, p50',
    unit: 'ms',
    group: 'engine',
    subjects: [
      { name: 'taskdeck (in process)', script: 'taskdeck', total: 100 },
      { name: 'taskdeck (over HTTP)', script: 'taskdeck', total: 100, measure: 'httpEvent' },
      { name: 'DBOS (in process)', script: 'dbos', total: 50 },
      { name: 'Restate (over HTTP)', script: 'restate', total: 100 },
    ],
  },
  {
    key: 'create',
    title: 'creates/s acknowledged, 64 at a time',
    unit: '/s',
    group: 'api',
    subjects: [
      { name: 'taskdeck (over HTTP)', script: 'taskdeck', total: 30_000 },
      { name: 'DBOS (in process)', script: 'dbos', total: 4_000 },
    ],
  },
  {
    key: 'list',
    title: 'first list page of 100 over HTTP, p50 of the slowest of eight usual filters',
    unit: 'ms',
    group: 'api',
    subjects: atEachSize(),
  },
  {
    key: 'search',
    title: 'first page of a text search over HTTP, p50 of the slowest of a frequent, a rare and an absent text',
    unit: 'ms',
    group: 'api',
    subjects: atEachSize(),
  },
  {
    key: 'saves',
    title: 'jobs/s, one save of state each, queued beforehand',
    unit: '/s',
    group: 'state',
    subjects: [
      { name: 'taskdeck', script: 'taskdeck', total: 30_000 },
      { name: 'taskdeck, one step without state', script: 'taskdeck', total: 30_000, measure: 'jobs' },
    ],
  },
  againstSql('bulkSave', 'bulk save of 1,000 entries, half of them new, p50', 60),
  againstSql('transaction', 'transaction of 100 upserts, half of them new, p50', 300),
  againstSql('page', 'page of 100 entries with values, among 100 thousand, p50', 300, false),
  amongMany('bulkSaveAmong', 'bulk save of 1,000 entries in a store of this size, p50'),
  amongMany('transactionAmong', 'transaction of 100 upserts in a store of this size, p50'),
  amongMany('pageAmong', 'page of 100 entries with values in a store of this size, p50'),
  amongMany(
    'prefixes',
    'a level of the tree of ids (prefixes rolled up by a delimiter), p50 of the slowest of three levels',
  ),
  {
    key: 'blobUp',
    title: 'blob of 2 GiB up over HTTP',
    unit: 'MiB/s',
    group: 'state',
    subjects: [
      { name: 'taskdeck', script: 'blobs', total: 2_048 },
      { name: 'node:http to a file', script: 'node-http', total: 2_048 },
    ],
  },
  {
    key: 'blobDown',
    title: 'blob of 2 GiB down over HTTP',
    unit: 'MiB/s',
    group: 'state',
    subjects: [
      { name: 'taskdeck', script: 'blobs', total: 2_048 },
      { name: 'node:http from a file', script: 'node-http', total: 2_048 },
    ],
  },
  {
    key: 'blobMemory',
    title: "most that the service's memory grows by while a blob of 2 GiB goes up and down",
    unit: 'MiB',
    group: 'state',
    subjects: [{ name: 'taskdeck', script: 'blobs', total: 2_048 }],
  },
  {
    key: 'clientCalls',
    title: 'reads of an entry/s by one client process, 64 at a time',
    unit: '/s',
    group: 'client',
    subjects: [
      { name: 'taskdeck/client', script: 'client', total: 20_000 },
      { name: 'bare fetch', script: 'client', total: 20_000, measure: 'fetchCalls' },
    ],
  },
  {
    key: 'clientCall',
    title: 'one read of an entry, p50',
    unit: 'ms',
    group: 'client',
    subjects: [
      { name: 'taskdeck/client', script: 'client', total: 1_000 },
      { name: 'bare fetch', script: 'client', total: 1_000, measure: 'fetchCall' },
      { name: 'taskdeck/client, synchronous', script: 'client', total: 1_000, measure: 'syncCall' },
    ],
  },
  {
    key: 'clientDown',
    title: 'blob of 1 GiB down by the client, its SHA-256 checked',
    unit: 'MiB/s',
    group: 'client',
    subjects: [
      { name: 'taskdeck/client', script: 'client', total: 1_024 },
      { name: 'bare node:http', script: 'client', total: 1_024, measure: 'bareDown' },
    ],
  },
];

/** A measure of the state stores in process and over HTTP, compared with the simplest SQL that keeps the same rows. */
function againstSql(key: string, title: string, total: number, isWritten = true): Measure {
  const overHttp = `http${key[0]?.toUpperCase()}${key.slice(1)}`;
  return {
    key,
    title,
    unit: 'ms',
    group: 'state',
    subjects: [
      { name: 'taskdeck (in process)', script: 'state', total },
      ...(isWritten
        ? [{ name: 'bare SQL that keeps versions', script: 'bare-sql', total, measure: `${key}WithVersions` }]
        : []),
      { name: isWritten ? 'bare SQL, without versions' : 'bare SQL', script: 'bare-sql', total },
      { name: 'taskdeck (over HTTP)', script: 'state', total, measure: overHttp },
    ],
  };
}

/** A measure of one store at two sizes. */
function amongMany(key: string, title: string): Measure {
  return {
    key,
    title,
    unit: 'ms',
    group: 'state',
    subjects: [
      { name: 'taskdeck at 10 thousand', script: 'state', total: 10_000 },
      { name: 'taskdeck at 1 million', script: 'state', total: 1_000_000 },
    ],
  };
}

function atEachSize(): Measure['subjects'] {
  return [
    { name: 'taskdeck at 10 thousand', script: 'taskdeck', total: 10_000 },
    { name: 'taskdeck at 1 million', script: 'taskdeck', total: 1_000_000 },
  ];
}
