import type { Verb } from '../verb.ts';

export const updateErrorGroup: Verb<'UpdateErrorGroup'> = async (
  { engine },
  { params, body, caller, note, ifMatch },
) => {
  const { status, ...fields } = body;
  note.detail = [...Object.keys(fields), ...(status === undefined ? [] : [status])].join(', ') || 'nothing';
  note.target = await engine.updateErrorGroup(params.id, body, caller, ifMatch, caller.bounds);
  return undefined;
};
