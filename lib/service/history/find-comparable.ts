import type { Verb } from '../verb.ts';

export const findComparableRun: Verb<'FindComparableRun'> = ({ engine }, call) =>
  engine.findComparableRun(call.params.id, call.params.runCount);
