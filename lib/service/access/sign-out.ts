import { inTransaction } from '#database';
import type { Verb } from '../verb.ts';
import { revokeSession } from './session.ts';

/** Ends the session if it exists. */
export const signOut: Verb<'SignOut'> = async ({ database }, { body, note }) => {
  await inTransaction(database, async (transaction) => {
    const operator = await revokeSession(transaction, body.refreshToken);
    if (operator === undefined) return;
    note.caller = { kind: 'operator', ...operator };
    note.target = operator.name;
  });
};
