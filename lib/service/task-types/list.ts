import { seeTaskType } from '../records/see-unmarked.ts';
import type { Verb } from '../verb.ts';

export const listTaskTypes: Verb<'ListTaskTypes'> = async ({ engine }, { query, caller }) => {
  const page = await engine.listTaskTypes(query, caller.bounds?.types);
  return { ...page, value: page.value.map(seeTaskType) };
};
