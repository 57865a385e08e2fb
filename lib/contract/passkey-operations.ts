import { z } from 'zod';
import { signInResponse } from './access.ts';
import { defineOperations } from './operation.ts';
import { pageOf } from './paging.ts';
import * as passkey from './passkey.ts';

const own = { resource: 'access', scopes: 'authenticated' } as const;
const ofPasskey = { id: z.uuid().describe('Id of the passkey') };

/** Operations on passkeys, and signing in with one. */
export const passkeyOperations = defineOperations({
  ListPasskeys: {
    summary: "Lists the caller's passkeys",
    method: 'GET',
    path: '/v1/identity/passkeys',
    query: passkey.passkeyListQuery,
    output: pageOf(passkey.passkey),
    ...own,
  },
  BeginPasskey: {
    summary: 'Returns what a browser needs to make a passkey for the caller',
    method: 'POST',
    path: '/v1/identity/passkeys/options',
    needsFreshProof: 'always',
    output: passkey.passkeyOptions,
    errors: ['InsufficientScope', 'PasskeysUnavailable'],
    isRepeatable: true,
    ...own,
  },
  AddPasskey: {
    summary: 'Adds a passkey that a browser has made',
    method: 'POST',
    path: '/v1/identity/passkeys',
    needsFreshProof: 'always',
    body: passkey.passkeyInput,
    output: passkey.newPasskey,
    status: 201,
    errors: ['InvalidCredentials', 'InsufficientScope', 'PasskeysUnavailable'],
    audit: { kind: 'operator', detail: 'the name of the passkey' },
    ...own,
  },
  UpdatePasskey: {
    summary: 'Renames a passkey of the caller',
    method: 'PATCH',
    path: '/v1/identity/passkeys/{id}',
    params: ofPasskey,
    body: passkey.passkeyUpdateInput,
    output: passkey.passkey,
    errors: ['PasskeyNotFound'],
    audit: { kind: 'operator', detail: 'the name of the passkey' },
    ...own,
  },
  DeletePasskey: {
    summary: 'Removes a passkey of the caller',
    method: 'DELETE',
    path: '/v1/identity/passkeys/{id}',
    needsFreshProof: 'always',
    params: ofPasskey,
    audit: { kind: 'operator', detail: 'the name of the passkey' },
    ...own,
  },
  CreateRecoveryCodes: {
    summary: 'Creates codes for a caller who has lost every passkey. They replace the earlier ones.',
    method: 'POST',
    path: '/v1/identity/recovery-codes',
    needsFreshProof: 'always',
    output: passkey.recoveryCodes,
    status: 201,
    errors: ['InsufficientScope'],
    audit: { kind: 'operator' },
    ...own,
  },
  BeginPasskeyProof: {
    summary: 'Returns what a browser needs to prove with a passkey who the caller is',
    method: 'POST',
    path: '/v1/identity/proof/options',
    output: passkey.passkeyOptions,
    errors: ['InsufficientScope', 'PasskeysUnavailable'],
    isRepeatable: true,
    ...own,
  },
  BeginPasskeySignIn: {
    summary: 'Returns what a browser needs to sign in with a passkey',
    resource: 'access',
    method: 'POST',
    path: '/v1/sign-in/passkey/options',
    scopes: 'anonymous',
    output: passkey.passkeyOptions,
    errors: ['PasskeysUnavailable'],
    isRepeatable: true,
  },
  SignInWithPasskey: {
    summary: 'Signs an operator in with a passkey',
    resource: 'access',
    method: 'POST',
    path: '/v1/sign-in/passkey',
    scopes: 'anonymous',
    body: passkey.passkeySignInInput,
    output: signInResponse,
    errors: ['InvalidCredentials', 'TooManyRequests', 'PasskeysUnavailable'],
    audit: { kind: 'operator' },
  },
  DeletePasskeysOf: {
    summary: 'Removes all passkeys and recovery codes of an operator, who then signs in with the password alone',
    resource: 'operators',
    method: 'DELETE',
    path: '/v1/operators/{id}/passkeys',
    scopes: ['operators/manage'],
    needsFreshProof: 'always',
    params: { id: z.uuid().describe('Id of the operator') },
    errors: ['OperatorNotFound', 'InsufficientScope'],
    audit: { kind: 'operator', target: '{id}', detail: 'how many were removed' },
  },
});
