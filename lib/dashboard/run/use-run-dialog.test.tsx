// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { run, taskOf } from '@/components/run/run.factory.ts';
import type { RunView, TaskView } from '@/components/run/run-view.ts';
import { dialogSays, dialogText, press, showPage, standInBrowser } from '../testing/show-page.tsx';
import { type OpenDialog, RunDialogs } from './parts/run-dialogs.tsx';
import { useRunDialog } from './use-run-dialog.ts';

const service = vi.hoisted(() => ({ release: vi.fn(), remove: vi.fn(), rerun: vi.fn(), cancel: vi.fn() }));
/** The server actions run on the server of the dashboard. */
vi.mock('../lock/actions.ts', () => ({ releaseLockOf: service.release }));
vi.mock('./actions.ts', () => ({ cancelTask: service.cancel, deleteTask: service.remove, rerunTask: service.rerun }));
vi.mock('../task/actions.ts', () => ({}));
vi.mock('next/navigation', () => ({ useRouter: () => ({ push: () => {} }) }));

let task: TaskView;
beforeEach(() => {
  const refused = { ok: false, problem: { code: 'InvalidTransition', detail: 'It is no longer so.' } };
  service.release.mockReset().mockResolvedValue(refused);
  service.remove.mockReset().mockResolvedValue(refused);
  service.rerun.mockReset().mockResolvedValue(refused);
  standInBrowser();
  const read = () => ({ task, run: run.succeeded() });
  vi.stubGlobal('fetch', async (path: string) => Response.json(path.endsWith('/type') ? null : read()));
});
afterEach(() => void vi.unstubAllGlobals());
type PageProps = { seen: TaskView; shown?: RunView; asked: OpenDialog };

function Page({ seen, shown = run.waiting(), asked }: PageProps) {
  const { open, setDialog, close } = useRunDialog(seen);
  return (
    <>
      <button type="button" onClick={() => setDialog(asked)}>
        Ask
      </button>
      {open && <RunDialogs {...open} task={seen} run={shown} onRun={() => {}} onClose={close} />}
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

it.each([
  ['ended', taskOf(run.failed()), 'Run 1 has ended meanwhile: failed.'],
  ['was followed by another', taskOf(run.running({ runCount: 2 })), 'Run 1 has ended meanwhile. Run 2 is current.'],
])('says in the question about a run at once that the run %s, and cancels nothing', async (_, after, words) => {
  task = taskOf(run.waiting());
  const page = await showPage(() => <Page seen={task} asked={{ kind: 'cancel' }} />);
  await press('Ask');
  await dialogSays('Cancel the run');
  expect(dialogText()).not.toContain('meanwhile');
  task = after;
  await page.again();
  await dialogSays(words);
  await press('Cancel the run');
  expect(service.cancel).not.toHaveBeenCalled();
});

it('tries a rerun again with the same request, also when the page knows by then of the run that the first one began', async () => {
  let shown = run.succeeded({ input: { kind: 'value', value: { shop: 'eu' }, bytes: 13 } });
  task = taskOf(shown);
  service.rerun.mockResolvedValue({ ok: false, problem: { code: 'Unreachable', detail: 'No answer came.' } });
  const page = await showPage(() => <Page seen={task} shown={shown} asked={{ kind: 'rerun' }} />);
  await press('Ask');
  await press('Rerun');
  await dialogSays('No answer came.');
  shown = { ...shown, isCurrent: false };
  task = { ...task, runCount: 2 };
  await page.again();
  await press('Rerun');
  await vi.waitFor(() => expect(service.rerun, 'each press is sent once more').toHaveBeenCalledTimes(4), 3_000);
  const [first] = service.rerun.mock.calls;
  for (const again of service.rerun.mock.calls) expect(again).toEqual(first);
  expect(first).toMatchObject([{ id: task.id, inputText: undefined }]);
});
