/** One row of the table: what is measured, on whom, with how many tasks a round. */
export type Measure = {
  key: string;
  title: string;
  unit: '/s' | 'ms';
  group: 'engine' | 'api';
  /** Script of `subjects/` and tasks a round. The first is this project. `isLarge`: only with `--large`. */
  subjects: { name: string; script: string; total: number; measure?: string; isLarge?: boolean }[];
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
];

function atEachSize(): Measure['subjects'] {
  return [
    { name: 'taskdeck at 10 thousand', script: 'taskdeck', total: 10_000 },
    { name: 'taskdeck at 1 million', script: 'taskdeck', total: 1_000_000 },
    { name: 'taskdeck at 10 million', script: 'taskdeck', total: 10_000_000, isLarge: true },
  ];
}
