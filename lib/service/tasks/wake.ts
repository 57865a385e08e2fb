import { seeChangedTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';

export const wakeTask: Verb<'WakeTask'> = async ({ engine }, call) => {
  const { reason, until } = call.body ?? {};
  if (reason !== undefined) call.note.detail = `reason: ${reason}`;
  return seeChangedTask(call, await engine.wakeTask(call.params.id, until));
};
