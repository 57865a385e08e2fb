import { mapInTurns } from '#contract';
import { inTurn } from '../callers/in-turn.ts';
import { seeTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';
import { requireStepScope } from './step-scope.ts';

export const listTasks: Verb<'ListTasks'> = async ({ engine }, call) => {
  requireStepScope(call, call.query);
  const list = () => engine.listTasks(call.query);
  const page = await (call.query.input === undefined ? list() : inTurn(call, list));
  return { ...page, value: await mapInTurns(page.value, (task) => seeTask(call, task)) };
};
