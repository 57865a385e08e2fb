import { seeTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';

/**
 * With `waitInMs`, answers when the task has ended, the time is over, or the service stops, with the task as it is
 * then.
 */
export const getTask: Verb<'GetTask'> = async ({ engine }, call) => {
  const { waitInMs = 0 } = call.query;
  const { id } = call.params;
  return seeTask(call, waitInMs > 0 ? await engine.waitForTask(id, waitInMs, call.signal()) : await engine.getTask(id));
};
