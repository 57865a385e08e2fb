import type { Verb } from '../verb.ts';

export const createValueIndex: Verb<'CreateValueIndex'> = ({ engine }, { body, caller, note }) => {
  note.detail = `${body.path}, ${body.type === undefined ? 'every type' : `type ${body.type}`}`;
  return engine.createValueIndex(body, caller);
};
