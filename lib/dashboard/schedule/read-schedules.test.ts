import { afterEach, beforeEach, expect, it } from 'vitest';
import { json, type LocalServer, startLocalServer } from '../../client/testing/local-server.ts';
import { createConnect } from '../access/connect.ts';
import { readSchedules } from './read-schedules.ts';

const daily = { cron: '30 8 * * *', timeZone: 'Europe/Berlin' };
const base = { type: 'report', status: 'scheduled', runCount: 3, etag: '"7"' };
const tasks = [
  { ...base, id: 'a', name: 'Daily', nextRunOn: '2030-01-01T07:30:00Z', schedule: daily, queue: 'slow' },
  { ...base, id: 'b', status: 'paused', schedule: daily },
  {
    ...base,
    id: 'c',
    status: 'failed',
    startedOn: '2025-12-31T00:00:00Z',
    endedOn: '2026-01-01T00:00:00Z',
    schedule: { cron: '61 * * * *', timeZone: 'UTC' },
  },
  { ...base, id: 'd' },
];

let server: LocalServer;
beforeEach(async () => {
  server = await startLocalServer(json(200, JSON.stringify({ value: tasks, continuationToken: 'next' })));
});
afterEach(() => server[Symbol.asyncDispose]());

const client = () => createConnect({ serviceUrl: server.url, allowInsecureService: false })({ key: 'k' });

it('reads tasks with a schedule, by id, a page of 200 at a time', async () => {
  const { continuationToken } = await readSchedules(client());
  expect(continuationToken).toBe('next');
  expect(Object.fromEntries(server.received[0]?.url.searchParams ?? [])).toEqual({
    schedule: 'true',
    orderBy: 'id asc',
    maxPageSize: '200',
  });
  await readSchedules(client(), { continuationToken: 'next' });
  expect(server.received[1]?.url.searchParams.get('continuationToken')).toBe('next');
});

it('shows what a list of schedules needs, and what the schedule means', async () => {
  const [known, paused, unclear, without] = (await readSchedules(client())).value;
  const { queue: _, ...shown } = { ...tasks[0], queue: '' };
  expect(known).toEqual({ ...shown, words: 'At 08:30', next: expect.any(Array) });
  expect(known?.next).toHaveLength(3);
  expect(paused).toEqual({ ...tasks[1], words: 'At 08:30', next: [] });
  expect(unclear).toEqual({ ...tasks[2], words: '61 * * * *', next: [] });
  expect(without).toEqual({ ...tasks[3], words: '', next: [] });
});
