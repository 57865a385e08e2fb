import { TaskdeckError } from '#contract';
import type { Verb } from '../verb.ts';
import { useSession } from './session.ts';
import { answerSession } from './session-answer.ts';

/** The refresh token stays the same for the session's 12 hours, so that several processes of a dashboard can use it. */
export const refreshSignIn: Verb<'RefreshSignIn'> = async ({ database, signingKeys }, { body, note }) => {
  const session = await useSession(database, body.refreshToken);
  if (session === undefined) throw new TaskdeckError('Unauthenticated', 'the session has ended; sign in again');
  const { id, email: name } = session.operator;
  note.caller = { kind: 'operator', id, name };
  note.target = name;
  return answerSession(signingKeys, session, body.refreshToken);
};
