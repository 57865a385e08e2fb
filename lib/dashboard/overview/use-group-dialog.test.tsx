// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { NotMoving } from '@/components/overview/not-moving.tsx';
import type { StuckGroup } from '@/components/overview/stuck-group.ts';
import { typeInto } from '@/components/testing/draw.ts';
import { answerReads } from '../testing/show-hook.ts';
import { dialogSays, dialogText, pageSays, press, showPage } from '../testing/show-page.tsx';
import { GroupAction } from './parts/group-action.tsx';
import { useGroupDialog } from './use-group-dialog.tsx';

const service = vi.hoisted(() => ({ create: vi.fn() }));
/** The server actions run on the server of the dashboard. */
vi.mock('../bulk/actions.ts', () => ({ createBulk: service.create }));
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {} }) }));

const groupOf = (queue: string, count: number): StuckGroup => ({
  ...{ kind: 'noWorker', status: 'queued', isPlanned: false, queue, count, isCapped: false },
  ...{ oldestOn: '2026-11-22T06:00:00.000Z', taskId: `of-${queue}` },
});

function Page({ groups }: { groups: readonly StuckGroup[] }) {
  const { ask, dialog } = useGroupDialog();
  return (
    <>
      <NotMoving groups={groups} actionOf={(group) => <GroupAction group={group} onAsk={ask} />} />
      {dialog}
    </>
  );
}

it('keeps a dialog with what was typed in it when its cause is shown elsewhere or is gone', async () => {
  service.create.mockResolvedValue({ ok: false, problem: { code: 'QuotaExceeded', detail: 'Not now.' } });
  const others = ['b', 'c', 'd', 'e', 'f'].map((queue) => groupOf(queue, 1));
  let groups = [...others, groupOf('a', 3)];
  answerReads(() => ({ value: [] }));
  const page = await showPage(() => <Page groups={groups} />, { scopes: ['tasks/update'] });
  await press('Move to queue…');
  await dialogSays('Move 3 tasks to another queue');
  const field = () => document.querySelector<HTMLInputElement>('[role="dialog"] input');
  await typeInto(field() ?? document.createElement('input'), 'spare');
  const later: [shown: string, stuck: StuckGroup[]][] = [
    ['6 queues and types without a worker', [...others, groupOf('a', 1)]],
    ['5 queues and types without a worker', others],
    ['No stuck tasks.', []],
  ];
  for (const [shown, stuck] of later) {
    groups = stuck;
    await page.again();
    await pageSays(shown);
    expect(dialogText()).toContain('Move 3 tasks to another queue');
    expect(field()?.value).toBe('spare');
  }
  await press('Move');
  await dialogSays('Not now.');
  const [asked] = service.create.mock.calls[0] ?? [];
  expect(asked.action).toEqual({ kind: 'update', queue: 'spare' });
  expect(asked.selection.query).toContain('queue=a');
});
