import { requireInside } from '../access/bounds.ts';
import { seeTaskType } from '../records/see-unmarked.ts';
import type { Verbs } from '../verb.ts';

/** The verbs of the operations on task types. */
export const taskTypeVerbs = {
  ListTaskTypes: async ({ engine }, { query, caller }) => {
    const page = await engine.listTaskTypes(query, caller.bounds?.types);
    return { ...page, value: page.value.map(seeTaskType) };
  },
  GetTaskType: async ({ engine }, { params, caller }) => {
    requireInside(caller.bounds, 'types', params.type);
    return seeTaskType(await engine.getTaskType(params.type));
  },
} satisfies Partial<Verbs>;
