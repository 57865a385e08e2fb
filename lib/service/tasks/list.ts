import { looksIntoValues, mapInTurns, withinTaskBounds } from '#contract';
import { inTurn } from '../callers/in-turn.ts';
import { seeTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';
import { requireStepScope } from './step-scope.ts';

export const listTasks: Verb<'ListTasks'> = async ({ engine }, call) => {
  requireStepScope(call, call.query);
  const query = withinTaskBounds(call.query, call.caller.bounds);
  const list = () => engine.listTasks(query);
  const page = await (looksIntoValues(query) || query.values !== undefined ? inTurn(call, list) : list());
  return { ...page, value: await mapInTurns(page.value, (task) => seeTask(call, task)) };
};
