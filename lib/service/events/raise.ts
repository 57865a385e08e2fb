import type { Verb } from '../verb.ts';

export const raiseTaskEvent: Verb<'RaiseTaskEvent'> = async ({ engine }, { params, body, caller, note }) => {
  note.detail = `event "${params.name}"`;
  await engine.raiseEvent(params.id, params.name, body.value, { name: caller.name });
};
