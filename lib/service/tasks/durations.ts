import { withinTaskBounds } from '#contract';
import type { Verb } from '../verb.ts';
import { requireStepScope } from './step-scope.ts';

export const getTaskDurations: Verb<'GetTaskDurations'> = ({ engine }, call) => {
  requireStepScope(call, call.query);
  return engine.getTaskDurations(withinTaskBounds(call.query, call.caller.bounds));
};
