import type { Verb } from '../verb.ts';
import { revokeSession } from './session.ts';

/** Whether or not there was such a session, there is none afterwards. */
export const signOut: Verb<'SignOut'> = async ({ database }, { body, note }) => {
  const operator = await revokeSession(database, body.refreshToken);
  if (operator === undefined) return;
  note.caller = { kind: 'operator', ...operator };
  note.target = operator.name;
};
