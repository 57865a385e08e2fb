import { inLongTurn } from '../callers/in-turn.ts';
import { seeComparison } from '../records/see-comparison.ts';
import type { Verb } from '../verb.ts';

export const compareTasks: Verb<'CompareTasks'> = async ({ engine }, call) => {
  const mayShow = call.may('sensitive/read');
  return seeComparison(call, await inLongTurn(call, (signal) => engine.compareTasks(call.query, mayShow, { signal })));
};
