import { afterAll, beforeAll, expect, it } from 'vitest';
import { defineTask, type RunningWorker, startWorker } from '#worker';
import { type RealService, startRealService } from '../../client/testing/real-service.ts';
import { skipSeenOccurrence } from './skip-occurrence.ts';

let service: RealService;
let worker: RunningWorker;
beforeAll(async () => {
  service = await startRealService();
  const report = defineTask({ type: 'report', run: (ctx) => ctx.waitForEvent('never') });
  worker = await startWorker({ databaseUrl: service.databaseUrl, definitions: [report], slots: 2 });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await service[Symbol.asyncDispose]();
});

async function newSchedule() {
  const client = service.connect();
  const { id, etag, nextRunOn } = await client.createTaskAsync({
    type: 'report',
    schedule: { cron: '0 6 * * *', timeZone: 'UTC' },
  });
  if (nextRunOn === undefined) throw new Error('the schedule has no occurrence');
  return { client, seen: { id, etag, nextRunOn } };
}

const dayInMs = 86_400_000;

it('leaves out the occurrence that was seen', async () => {
  const { client, seen } = await newSchedule();
  const { nextRunOn } = await skipSeenOccurrence({ client, input: seen });
  expect(Date.parse(nextRunOn ?? '')).toBe(Date.parse(seen.nextRunOn) + dayInMs);
});

it('leaves out no other one when the run of the seen one has begun, which keeps the etag', async () => {
  const { client, seen } = await newSchedule();
  await client.wakeTaskAsync(seen.id);
  const begun = await client.getTaskAsync(seen.id);
  expect(begun.etag).toBe(seen.etag);
  const refusal = { problem: { code: 'PreconditionFailed' } };
  await expect(skipSeenOccurrence({ client, input: seen })).rejects.toMatchObject(refusal);
  await client.cancelTaskAsync(seen.id);
  const later = await client.getTaskAsync(seen.id);
  expect(later.status).toBe('scheduled');
  await expect(
    skipSeenOccurrence({ client, input: { ...seen, nextRunOn: '2026-01-01T06:00:00.000Z' } }),
  ).rejects.toMatchObject(refusal);
  expect((await client.getTaskAsync(seen.id)).nextRunOn).toBe(later.nextRunOn);
});
