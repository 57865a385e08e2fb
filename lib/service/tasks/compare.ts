import { withinTaskBounds } from '#contract';
import { inLongTurn } from '../callers/in-turn.ts';
import { seeComparison } from '../records/see-comparison.ts';
import type { Verb } from '../verb.ts';
import { requireStepScope } from './step-scope.ts';

export const compareTasks: Verb<'CompareTasks'> = async ({ engine }, call) => {
  requireStepScope(call, call.query);
  const reading = { mayShow: call.may('sensitive/read'), hasSteps: call.may('steps/read') };
  const { bounds } = call.caller;
  const query = withinTaskBounds(call.query, bounds);
  const compare = (signal: AbortSignal) => engine.compareTasks(query, reading, { signal }, bounds);
  return seeComparison(call, await inLongTurn(call, compare));
};
