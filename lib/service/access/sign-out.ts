import type { Verb } from '../verb.ts';
import { revokeSession } from './session.ts';

/** Ends the session if it exists. */
export const signOut: Verb<'SignOut'> = async ({ database }, { body, note }) => {
  const operator = await revokeSession(database, body.refreshToken);
  if (operator === undefined) return;
  note.caller = { kind: 'operator', ...operator };
  note.target = operator.name;
};
