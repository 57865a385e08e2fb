import { seeChangedTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';

export const resumeTask: Verb<'ResumeTask'> = async ({ engine }, call) => {
  const { reason, runCount } = call.body ?? {};
  if (reason !== undefined) call.note.detail = `reason: ${reason}`;
  return seeChangedTask(call, await engine.resumeTask(call.params.id, runCount));
};
