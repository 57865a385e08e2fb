import { seeChangedTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';

export const cancelTask: Verb<'CancelTask'> = async ({ engine }, call) => {
  const { reason, runCount } = call.body ?? {};
  if (reason !== undefined) call.note.detail = `reason: ${reason}`;
  return seeChangedTask(call, await engine.cancelTask(call.params.id, runCount));
};
