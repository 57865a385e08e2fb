// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { dialogSays, dialogText, press, showPage } from '../../testing/show-page.tsx';
import type { ScheduledTask } from '../read-schedules.ts';
import { ScheduleHeader } from './schedule-header.tsx';

const service = vi.hoisted(() => ({ skip: vi.fn() }));
/** The server actions run on the server of the dashboard. */
vi.mock('../actions.ts', () => ({ skipOccurrence: service.skip }));
vi.mock('../../run/actions.ts', () => ({}));

const today = '2026-11-22T06:00:00.000Z';
const tomorrow = '2026-11-23T06:00:00.000Z';
const before: ScheduledTask = {
  ...{ id: 'nightly', type: 'report', status: 'scheduled', runCount: 7, etag: '"1"', words: 'At 06:00' },
  ...{ nextRunOn: today, next: [today, tomorrow] },
};

it.each([
  ['runs', { ...before, status: 'running', etag: '"2"', nextRunOn: undefined, next: [tomorrow] }],
  ['waits for its next occurrence', { ...before, runCount: 8, etag: '"3"', nextRunOn: tomorrow, next: [tomorrow] }],
] as const)(
  'skips the run that was shown when the question was asked, also when the schedule %s by then',
  async (_, after) => {
    let task: ScheduledTask = before;
    service.skip.mockResolvedValue({ ok: false, problem: { code: 'PreconditionFailed', detail: 'It has changed.' } });
    const page = await showPage(() => <ScheduleHeader task={task} reason={undefined} onDone={() => {}} />);
    await press('Skip next run');
    const asked = dialogText();
    expect(asked).toContain('report will not run at 2026-11-22');
    task = { ...after, next: [...after.next] };
    await page.again();
    expect(dialogText()).toBe(asked);
    await press('Skip');
    expect(service.skip).toHaveBeenCalledWith({ id: 'nightly', etag: '"1"', nextRunOn: today });
    await dialogSays('The task has changed in the meantime.');
  },
);
