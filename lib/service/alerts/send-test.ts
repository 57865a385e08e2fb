import type { Verb } from '../verb.ts';

export const testAlert: Verb<'TestAlert'> = async ({ engine }, { params, caller, note }) => {
  const notice = await engine.testAlert(params.id, caller, caller.bounds);
  note.detail = notice.id;
  return notice;
};
