import { seeChangedTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';

export const pauseTask: Verb<'PauseTask'> = async ({ engine }, call) => {
  const { reason, runCount } = call.body ?? {};
  if (reason !== undefined) call.note.detail = `reason: ${reason}`;
  return seeChangedTask(call, await engine.pauseTask(call.params.id, { name: call.caller.name }, runCount));
};
