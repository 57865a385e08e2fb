// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import type { WaitingFor } from '#contract';
import type { TaskRow } from '@/components/task/task-row.ts';
import { answerReads } from '../../testing/show-hook.ts';
import { dialogSays, dialogText, press, showPage, standInBrowser } from '../../testing/show-page.tsx';
import { TaskPanel } from './task-panel.tsx';

const service = vi.hoisted(() => ({ release: vi.fn() }));
/** The server actions run on the server of the dashboard. */
vi.mock('../../lock/actions.ts', () => ({ releaseLockOf: service.release }));
vi.mock('../../run/actions.ts', () => ({}));
vi.mock('../actions.ts', () => ({}));

beforeEach(() => {
  standInBrowser();
  answerReads(() => new Promise(() => {})); // what else the panel shows is never read
  service.release.mockReset().mockResolvedValue({ ok: false, problem: { code: 'LockLost', detail: 'Held by b.' } });
});
const now = '2026-11-22T06:00:00.000Z';
const waitsFor = (name: string, owner: string): WaitingFor => ({
  ...{ kind: 'lock', sentence: `Waits for ${name}.`, next: '', lock: { name, isHeld: true, owner } },
});
const row = (waitingFor: WaitingFor | undefined): TaskRow => ({
  ...{ id: 't', type: 'order', queue: 'default', priority: 0, runCount: 1, attempt: 1, tags: {}, etag: '"1"' },
  ...{ status: waitingFor === undefined ? 'running' : 'waiting', createdOn: now, createdBy: 'Ann' },
  ...{ lastModifiedOn: now, lastModifiedBy: 'Ann', waitingFor },
});

it('asks about the lock that was held when the question was asked, whatever the task waits for by then', async () => {
  let listed = row(waitsFor('stock', 'a'));
  const panel = () => <TaskPanel id="t" listed={listed} onAct={() => {}} onRaise={() => {}} onClose={() => {}} />;
  const page = await showPage(panel, { scopes: ['locks/delete'] });
  await press('Release lock…');
  await dialogSays('Release stock?');
  const asked = dialogText();
  for (const next of [waitsFor('stock', 'b'), undefined, waitsFor('prices', 'c')]) {
    listed = row(next);
    await page.again();
    expect(dialogText()).toBe(asked);
  }
  await press('Release the lock');
  expect(service.release).toHaveBeenCalledWith({ name: 'stock', owner: 'a' });
  await dialogSays('Held by b.');
  await press('Keep it held');
  await page.again();
  expect(dialogText()).toBeUndefined();
});
