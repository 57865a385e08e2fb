import { inLongTurn } from '../callers/in-turn.ts';
import { seeComparison } from '../records/see-comparison.ts';
import type { Verb } from '../verb.ts';
import { requireStepScope } from './step-scope.ts';

export const compareTasks: Verb<'CompareTasks'> = async ({ engine }, call) => {
  requireStepScope(call, call.query);
  const mayShow = call.may('sensitive/read');
  return seeComparison(call, await inLongTurn(call, (signal) => engine.compareTasks(call.query, mayShow, { signal })));
};
