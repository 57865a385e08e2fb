import { TaskdeckError } from '#contract';
import type { Verb } from '../verb.ts';
import { useSession } from './session.ts';
import { answerSession } from './session-answer.ts';

/** The refresh token stays the same while the session lives, so that several processes of a dashboard can use it. */
export const refreshSignIn: Verb<'RefreshSignIn'> = async ({ database, signingKeys, config }, { body, note }) => {
  const session = await useSession(database, body.refreshToken, config.sessions);
  if (session === undefined) throw new TaskdeckError('Unauthenticated', 'the session has ended; sign in again');
  const { id, email: name } = session.operator;
  note.caller = { kind: 'operator', id, name };
  note.target = name;
  return answerSession(signingKeys, session, body.refreshToken);
};
