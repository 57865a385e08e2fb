import { mapInTurns } from '#contract';
import { seeTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';

export const listTasks: Verb<'ListTasks'> = async ({ engine }, call) => {
  const page = await engine.listTasks(call.query);
  return { ...page, value: await mapInTurns(page.value, (task) => seeTask(call, task)) };
};
