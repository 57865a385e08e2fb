// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { run, taskOf } from '@/components/run/run.factory.ts';
import type { TaskView } from '@/components/run/run-view.ts';
import { dialogSays, dialogText, press, showPage } from '../testing/show-page.tsx';
import { type OpenDialog, RunDialogs } from './parts/run-dialogs.tsx';
import { useRunDialog } from './use-run-dialog.ts';

const service = vi.hoisted(() => ({ release: vi.fn(), remove: vi.fn() }));
/** The server actions run on the server of the dashboard. */
vi.mock('../lock/actions.ts', () => ({ releaseLockOf: service.release }));
vi.mock('./actions.ts', () => ({ deleteTask: service.remove }));
vi.mock('../task/actions.ts', () => ({}));
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {} }) }));

let task: TaskView;
beforeEach(() => {
  const refused = { ok: false, problem: { code: 'InvalidTransition', detail: 'It is no longer so.' } };
  service.release.mockReset().mockResolvedValue(refused);
  service.remove.mockReset().mockResolvedValue(refused);
});
function Page({ seen, asked }: { seen: TaskView; asked: OpenDialog }) {
  const { open, setDialog, close } = useRunDialog(seen);
  return (
    <>
      <button type="button" onClick={() => setDialog(asked)}>
        Ask
      </button>
      {open && <RunDialogs {...open} task={seen} run={run.waiting()} onRun={() => {}} onClose={close} />}
    </>
  );
}

/** Opens a dialog on a task, changes the task under it and presses its button. */
async function askAndConfirm(asked: OpenDialog, before: TaskView, after: TaskView, confirm: string): Promise<void> {
  task = before;
  const page = await showPage(() => <Page seen={task} asked={asked} />);
  await press('Ask');
  await dialogSays(confirm);
  const text = dialogText();
  task = after;
  await page.again();
  expect(dialogText()).toBe(text);
  await press(confirm);
  await dialogSays('It is no longer so.');
}

it('releases the lock that the question named, and no other that the task waits for by then', async () => {
  const waitsFor = (name: string, owner: string) =>
    taskOf(run.waiting(), {
      waitingFor: { kind: 'lock', sentence: '', next: '', lock: { name, isHeld: true, owner } },
    });
  await askAndConfirm({ kind: 'release' }, waitsFor('stock', 'a'), waitsFor('prices', 'b'), 'Release the lock');
  expect(service.release).toHaveBeenCalledWith({ name: 'stock', owner: 'a' });
});

it('does not cancel a run that began after the question was asked', async () => {
  const before = taskOf(run.succeeded());
  await askAndConfirm({ kind: 'delete' }, before, taskOf(run.running({ runCount: 2 })), 'Delete the task');
  expect(service.remove).toHaveBeenCalledWith({ id: before.id, force: false });
});
