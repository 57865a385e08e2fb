import { seeComparison } from '../records/see-comparison.ts';
import type { Verb } from '../verb.ts';

export const compareTasks: Verb<'CompareTasks'> = async ({ engine }, call) =>
  seeComparison(call, await engine.compareTasks(call.query, call.may('sensitive/read')));
