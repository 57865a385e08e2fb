import type { Verb } from '../verb.ts';

export const mergeErrorGroups: Verb<'MergeErrorGroups'> = async ({ engine }, { params, body, caller, note }) => {
  note.detail = `with ${body.ids.join(', ')}`;
  note.target = await engine.mergeErrorGroups(params.id, body.ids, caller.bounds);
  return undefined;
};
