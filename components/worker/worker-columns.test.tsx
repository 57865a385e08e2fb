// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { fieldClause, parseFilter } from '@/components/filter/clause.ts';
import { draw } from '@/components/testing/draw.ts';
import { type QueueRow, queueColumns, workerColumns } from './worker-columns.tsx';

const queue: QueueRow = { name: 'default', queued: 250, running: 0, workerCount: 1, slots: 500 };
const time = '2026-11-27T08:00:00.000Z';
const worker = {
  ...{ id: 'w', name: 'host-1', host: 'host', processId: 1, status: 'expired' as const, version: '0.1.0' },
  ...{ queues: ['default'], types: ['order'], slots: 1, busy: 0, memoryBytes: 1, running: [], taskNames: {} },
  ...{ startedOn: time, lastSeenOn: time, expiresOn: time },
};
const render = { type: 'render', count: 250, isCapped: false };

async function drawnWorkers(row: QueueRow): Promise<HTMLElement> {
  const { host } = await draw(<div>{queueColumns.find(({ id }) => id === 'workers')?.cell(row)}</div>);
  return host;
}

it.each<[Partial<QueueRow>, string]>([
  [{}, '1 with 500 slots'],
  [{ unserved: [] }, '1 with 500 slots'],
  [{ unserved: [render] }, 'No worker has type render1 with 500 slots'],
  [{ unserved: [render, { ...render, type: 'encode' }] }, 'No worker has 2 types1 with 500 slots'],
  [{ workerCount: 0, unserved: [] }, 'No worker: tasks in this queue wait'],
  [{ workerCount: 0, queued: 0 }, 'None'],
])('%j is told', async (given, words) => {
  expect((await drawnWorkers({ ...queue, ...given })).textContent).toBe(words);
});

it('leads from types without a worker to their tasks, and says how many there are', async () => {
  const host = await drawnWorkers({
    ...queue,
    unserved: [render, { type: 'encode', count: 10_000, isCapped: true }],
  });
  const link = host.querySelector('a');
  expect(new URL(link?.href ?? '').searchParams.get('filter')).toBe('status:queued queue:default type:render,encode');
  expect(link?.title).toBe('render: 250 queued\nencode: 10,000+ queued');
});

it.each(['queued', 'running'])(
  'leads from the number of %s tasks to those of its queue, whatever its name',
  async (status) => {
    const cell = queueColumns.find(({ id }) => id === status)?.cell({ ...queue, name: 'gpu,"a"', running: 3 });
    const { host } = await draw(<div>{cell}</div>);
    const filter = new URL(host.querySelector('a')?.href ?? '').searchParams.get('filter') ?? '';
    expect(parseFilter(filter)).toEqual([fieldClause('status', status), fieldClause('queue', 'gpu,"a"')]);
  },
);

it.each([
  [undefined, 'Gone', undefined],
  ['host-2', 'Replaced', 'Gone. host-2 started later and serves the same.'],
  ['service', 'Replaced', 'Gone. Every service does its work.'],
])('says of a worker that is gone, replaced by %s: %s', async (replacedBy, word, title) => {
  const expired = { ...worker, ...(replacedBy !== undefined && { replacedBy }) };
  const { host } = await draw(<div>{workerColumns.find(({ id }) => id === 'status')?.cell(expired)}</div>);
  expect(host.textContent).toBe(word);
  expect(host.querySelector('[title]')?.getAttribute('title') ?? undefined).toBe(title);
});
