import { requireInside } from '../access/bounds.ts';
import { seeTaskType } from '../records/see-unmarked.ts';
import type { Verb } from '../verb.ts';

export const getTaskType: Verb<'GetTaskType'> = async ({ engine }, { params, caller }) => {
  requireInside(caller.bounds, 'types', params.type);
  return seeTaskType(await engine.getTaskType(params.type));
};
