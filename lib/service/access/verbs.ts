import { fullScope } from '#contract';
import { inTransaction } from '#database';
import type { Verbs } from '../verb.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { changePassword } from './change-password.ts';
import { endSession, endSessions } from './end-sessions.ts';
import { listSessions } from './list-sessions.ts';
import { addPasskey } from './passkeys/add-passkey.ts';
import { beginPasskey, beginPasskeyProof, beginPasskeySignIn } from './passkeys/begin.ts';
import { deletePasskeysOf } from './passkeys/delete-passkeys-of.ts';
import { deletePasskey, listPasskeys, updatePasskey } from './passkeys/own-passkeys.ts';
import { createRecoveryCodes } from './passkeys/recovery-codes.ts';
import { signInWithPasskey } from './passkeys/sign-in-with-passkey.ts';
import { getProof } from './proof/get-proof.ts';
import { proveIdentity } from './proof/prove-identity.ts';
import { signInWithProvider } from './providers/sign-in-with-provider.ts';
import { refreshSignIn } from './refresh-sign-in.ts';
import { revokeSession } from './session.ts';
import { signIn } from './sign-in.ts';

/** The verbs of the operations on signing in, passkeys and sessions. */
export const accessVerbs = {
  SignIn: signIn,
  SignInWithProvider: signInWithProvider,
  AcceptInvitation: acceptInvitation,
  RefreshSignIn: refreshSignIn,
  /** Ends the session if it exists. */
  SignOut: async ({ database }, { body, note }) => {
    await inTransaction(database, async (transaction) => {
      const operator = await revokeSession(transaction, body.refreshToken);
      if (operator === undefined) return;
      note.caller = { kind: 'operator', ...operator };
      note.target = operator.name;
    });
  },
  GetIdentity: async (_service, { caller }) => {
    const { kind, id, name } = caller;
    if (kind === 'anonymous' || kind === 'system') throw new TypeError('an authenticated caller is somebody');
    return {
      kind,
      id,
      name,
      scopes: [...caller.scopes].map(fullScope),
      ...(caller.bounds && { bounds: caller.bounds }),
    };
  },
  ChangePassword: changePassword,
  ListPasskeys: listPasskeys,
  BeginPasskey: beginPasskey,
  AddPasskey: addPasskey,
  UpdatePasskey: updatePasskey,
  DeletePasskey: deletePasskey,
  CreateRecoveryCodes: createRecoveryCodes,
  BeginPasskeyProof: beginPasskeyProof,
  BeginPasskeySignIn: beginPasskeySignIn,
  SignInWithPasskey: signInWithPasskey,
  DeletePasskeysOf: deletePasskeysOf,
  GetProof: getProof,
  ProveIdentity: proveIdentity,
  ListSessions: listSessions,
  EndSession: endSession,
  EndSessions: endSessions,
} satisfies Partial<Verbs>;
