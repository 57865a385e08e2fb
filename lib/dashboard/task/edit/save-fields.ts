import type { TaskResponse, TaskUpdateInput } from '#contract';
import { movedFields } from '@/components/task/edit/task-patch.ts';
import type { NewTaskForm } from '@/components/task/new/new-task-form.ts';
import { ProblemError } from '../../problem/problem.ts';

/** How often a save goes to a newer version of a task before it gives up. */
const mostTries = 8;

/** The service, as a save of single fields uses it. */
type SaveTarget = {
  read(): Promise<TaskResponse>;
  /** Writes only to this version. Returns false where the task has another one by then. */
  write(patch: TaskUpdateInput, etag: string): Promise<boolean>;
};

/**
 * Saves only these fields of a task that may change all the time: the patch goes to the newest version, as long as
 * nobody changed the same fields since the form was filled. Throws a problem that names them otherwise.
 */
export async function saveFields(target: SaveTarget, before: NewTaskForm, patch: TaskUpdateInput): Promise<void> {
  for (let tries = 0; tries < mostTries; tries++) {
    const now = await target.read();
    const moved = movedFields(before, patch, now);
    if (moved.length > 0)
      throw new ProblemError({
        code: 'PreconditionFailed',
        detail: `Somebody else changed ${moved.join(', ')} in the meantime. Reload the page to see it, then repeat your change.`,
      });
    if (await target.write(patch, now.etag)) return;
  }
  throw new ProblemError({
    code: 'PreconditionFailed',
    detail: `The task changed ${mostTries} times while it was saved. Pause it, save and resume it.`,
  });
}
