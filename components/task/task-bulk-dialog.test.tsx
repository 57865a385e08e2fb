// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draw } from '@/components/testing/draw.ts';
import type { Performed } from '@/components/ui/use-bulk-run.ts';
import { justChangedInMs } from '@/components/ui/use-just-changed.ts';
import type { TaskOutcome } from './task-bulk.ts';
import { TaskBulkDialog } from './task-bulk-dialog.tsx';
import type { TaskRow } from './task-row.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const task: TaskRow = {
  id: 'a',
  type: 'order',
  status: 'running',
  queue: 'default',
  priority: 0,
  runCount: 1,
  attempt: 1,
  etag: '1',
  tags: {},
  createdOn: '2026-01-01T00:00:00Z',
  createdBy: 'ada',
  lastModifiedOn: '2026-01-01T00:00:00Z',
  lastModifiedBy: 'ada',
};

/** The buttons at the end of the dialog, each with whether it can be pressed. */
const buttons = () =>
  [...document.querySelectorAll('[role=dialog] button:not([aria-label])')].map((one) => [
    one.textContent,
    one.getAttribute('aria-disabled') !== 'true',
  ]);

test('the button that tries again is not where Stop was when it ends', async () => {
  const answers: ((performed: Performed<TaskOutcome>) => void)[] = [];
  const perform = vi.fn(() => new Promise<Performed<TaskOutcome>>((resolve) => answers.push(resolve)));
  await draw(<TaskBulkDialog action="cancel" tasks={[task]} perform={perform} onDone={() => {}} onClose={() => {}} />);
  const press = (index: number) =>
    act(async () => document.querySelectorAll<HTMLElement>('[role=dialog] button:not([aria-label])')[index]?.click());
  expect(buttons()).toEqual([
    ['Keep as it is', true],
    ['Cancel task', true],
  ]);
  await press(1);
  expect(buttons()).toEqual([
    ['Stop', true],
    ['Try again', false],
  ]);
  await press(1);
  expect(perform).toHaveBeenCalledOnce();
  act(() => vi.advanceTimersByTime(justChangedInMs));
  await act(async () =>
    answers[0]?.({ outcomes: [{ id: 'a', ok: false, code: 'Unreachable', detail: 'No answer.' }] }),
  );
  expect(buttons(), 'Stop was there a moment ago').toEqual([
    ['Close', false],
    ['Try again', true],
  ]);
  await press(1);
  expect(perform).toHaveBeenCalledTimes(2);
});
