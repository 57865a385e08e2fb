import { seeTaskType } from '../records/see-unmarked.ts';
import type { Verb } from '../verb.ts';

export const getTaskType: Verb<'GetTaskType'> = async ({ engine }, { params }) =>
  seeTaskType(await engine.getTaskType(params.type));
