import { isValueOrder, looksIntoValues, mapInTurns, withinTaskBounds } from '#contract';
import { inTurn } from '../callers/in-turn.ts';
import { seeTask } from '../records/see-task.ts';
import type { Verb } from '../verb.ts';
import { openPosition, sealPosition } from './sealed-position.ts';
import { requireStepScope } from './step-scope.ts';

export const listTasks: Verb<'ListTasks'> = async ({ engine, secretsKey }, call) => {
  requireStepScope(call, call.query);
  const isByValue = isValueOrder(call.query.orderBy);
  const { continuationToken: token, ...filter } = withinTaskBounds(call.query, call.caller.bounds);
  const query = {
    ...filter,
    continuationToken: isByValue && token !== undefined ? openPosition(secretsKey, token) : token,
  };
  const list = () => engine.listTasks(query);
  const { continuationToken: next, ...page } = await (looksIntoValues(query) || query.values !== undefined
    ? inTurn(call, list)
    : list());
  return {
    ...page,
    ...(next !== undefined && { continuationToken: isByValue ? sealPosition(secretsKey, next) : next }),
    value: await mapInTurns(page.value, (task) => seeTask(call, task)),
  };
};
