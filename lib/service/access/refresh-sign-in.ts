import { TaskdeckError } from '#contract';
import type { Verb } from '../verb.ts';
import { refreshSession } from './refresh-session.ts';
import type { Session } from './session.ts';
import { answerSession } from './session-answer.ts';

export const refreshSignIn: Verb<'RefreshSignIn'> = async (service, { body, note }) => {
  const { refreshToken, rotate = true } = body;
  const of = ({ id, email: name }: Session['operator']) => {
    note.caller = { kind: 'operator', id, name };
    note.target = name;
  };
  const session = await refreshSession(service, refreshToken, service.config.sessions, rotate, of);
  if (session === undefined) throw new TaskdeckError('Unauthenticated', 'the session has ended; sign in again');
  if ('ended' in session) {
    note.caller = { kind: 'operator', ...session.ended };
    note.target = session.ended.name;
    throw new TaskdeckError(
      'Unauthenticated',
      'this refresh token was used before, so the session has ended; sign in again',
    );
  }
  of(session.operator);
  return answerSession(service, session, session.refreshToken);
};
