import { beforeEach, expect, it, vi } from 'vitest';
import type { ScheduledTask } from './read-schedules.ts';
import { scheduleActs } from './schedule-acts.ts';

const service = vi.hoisted(() => ({ rerun: vi.fn() }));
/** The server actions run on the server of the dashboard. */
vi.mock('../run/actions.ts', () => ({ rerunTask: service.rerun }));

const task = (runCount: number): ScheduledTask => ({
  ...{ id: 'nightly', type: 'report', status: 'succeeded', runCount, etag: '"1"', words: 'At 06:00', next: [] },
});
const run = (runCount: number) => scheduleActs(() => {}).run(task(runCount));
const keys = () => service.rerun.mock.calls.map(([{ idempotencyKey }]) => idempotencyKey);

beforeEach(
  () => void service.rerun.mockReset().mockRejectedValueOnce(new Error('lost')).mockResolvedValue({ ok: true }),
);

it('runs a schedule once when the answer is lost and the page does not show the run yet', async () => {
  await run(1);
  await run(1);
  await run(2);
  const [first, again, next] = keys();
  expect(again).toBe(first);
  expect(next).not.toBe(first);
});
