import type { Verb } from '../verb.ts';

/** 204 whether or not there was one. */
export const deleteValueIndex: Verb<'DeleteValueIndex'> = async ({ engine }, { params }) => {
  await engine.deleteValueIndex(params.id);
};
