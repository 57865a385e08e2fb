// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { choose, dialogSays, dialogText, press, showPage, standInBrowser } from '../../testing/show-page.tsx';
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
    standInBrowser();
    const page = await showPage(() => <ScheduleHeader task={task} reason={undefined} onDone={() => {}} />);
    await press('More actions');
    await choose('Skip next run');
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

it.each([
  ['scheduled', 'Run now', ['Pause', 'Skip next run']],
  ['running', 'Run now', ['Pause', 'Skip next runNo occurrence is waiting.']],
  ['paused', 'Resume', ['Run nowA run has begun and has not ended.', 'Skip next runNo occurrence is waiting.']],
] as const)(
  'has one act as a button while it is %s, and the others in a menu with why they are refused',
  async (status, first, others) => {
    standInBrowser();
    await showPage(() => <ScheduleHeader task={{ ...before, status }} reason={undefined} onDone={() => {}} />);
    const buttons = [...document.querySelectorAll('header button')];
    expect(buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent.trim())).toEqual([
      first,
      'More actions',
    ]);
    await press('More actions');
    await vi.waitFor(() =>
      expect([...document.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent?.trim())).toEqual(
        others,
      ),
    );
  },
);
