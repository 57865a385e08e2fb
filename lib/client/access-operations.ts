import type {
  ApiKey,
  ApiKeyCreated,
  ApiKeyInput,
  ApiKeyRotation,
  AuditRecord,
  Identity,
  Invitation,
  InvitationAcceptance,
  InvitationInput,
  Operator,
  OperatorInput,
  OperatorSession,
  OperatorUpdateInput,
  Passkey,
  PasskeyInput,
  PasskeyOptions,
  PasskeySignInInput,
  PasskeyUpdateInput,
  PasswordChangeInput,
  Proof,
  ProofInput,
  ProviderSignInInput,
  RecoveryCodes,
  Secret,
  SecretInput,
  SignInInput,
  SignInResponse,
} from '#contract';
import { Connection } from './connection.ts';
import type {
  ConditionalOptions,
  ConditionalPostOptions,
  OperationOptions,
  PostOptions,
  QueryOptions,
  TaskClientCredential,
  TaskClientOptions,
} from './options.ts';
import type { Pageable } from './pageable.ts';

/** The operations on operators, API keys, secrets and the audit trail. */
export class AccessOperations {
  protected readonly connection: Connection;

  /**
   * @param endpoint address of the service, such as `http://127.0.0.1:7700`; plain `http:` to another machine needs
   * `allowInsecureConnection`
   */
  constructor(endpoint: string | URL, credential: TaskClientCredential, options: TaskClientOptions = {}) {
    this.connection = new Connection(endpoint, credential, options);
  }

  /** Signs an operator in. Works with the credential `'anonymous'`. */
  signInAsync(input: SignInInput, options: PostOptions = {}): Promise<SignInResponse> {
    return this.connection.send('SignIn', { body: input }, options);
  }

  /** Signs an operator in whom a sign-in provider has identified. Works with the credential `'anonymous'`. */
  signInWithProviderAsync(input: ProviderSignInInput, options: PostOptions = {}): Promise<SignInResponse> {
    return this.connection.send('SignInWithProvider', { body: input }, options);
  }

  /** Sets the password of an invited operator, and signs the operator in. Works with the credential `'anonymous'`. */
  acceptInvitationAsync(input: InvitationAcceptance, options: PostOptions = {}): Promise<SignInResponse> {
    return this.connection.send('AcceptInvitation', { body: input }, options);
  }

  /**
   * Gets the next access token of a session. Use the refresh token of the answer from then on: the use of the given one
   * after more than a minute ends the session. `rotate: false` keeps the given one.
   */
  refreshSignInAsync(
    refreshToken: string,
    { rotate, ...options }: PostOptions & { rotate?: boolean } = {},
  ): Promise<SignInResponse> {
    const body = rotate === undefined ? { refreshToken } : { refreshToken, rotate };
    return this.connection.send('RefreshSignIn', { body }, options);
  }

  /** Ends a session. */
  signOutAsync(refreshToken: string, options: PostOptions = {}): Promise<void> {
    return this.connection.send('SignOut', { body: { refreshToken } }, options);
  }

  /** Returns the caller's identity and scopes. */
  getIdentityAsync(options: OperationOptions = {}): Promise<Identity> {
    return this.connection.send('GetIdentity', {}, options);
  }

  /** Changes the caller's own password, and ends the caller's other sessions. */
  changePasswordAsync(input: PasswordChangeInput, options: PostOptions = {}): Promise<void> {
    return this.connection.send('ChangePassword', { body: input }, options);
  }

  /** Returns how fresh the proof of who the caller is, and how to give another one. */
  getProofAsync(options: OperationOptions = {}): Promise<Proof> {
    return this.connection.send('GetProof', {}, options);
  }

  /**
   * Proves again who the caller is. Call it after an error with the code `FreshProofRequired`, then repeat the operation
   * that failed.
   */
  proveIdentityAsync(input: ProofInput, options: PostOptions = {}): Promise<Proof> {
    return this.connection.send('ProveIdentity', { body: input }, options);
  }

  /** Lists the caller's passkeys. */
  listPasskeysAsync(options: QueryOptions<'ListPasskeys'> = {}): Pageable<Passkey> {
    return this.connection.list('ListPasskeys', {}, options);
  }

  /** Returns what a browser needs to make a passkey for the caller (`navigator.credentials.create`). */
  beginPasskeyAsync(options: PostOptions = {}): Promise<PasskeyOptions> {
    return this.connection.send('BeginPasskey', {}, options);
  }

  /** Adds a passkey that a browser has made. */
  addPasskeyAsync(input: PasskeyInput, options: PostOptions = {}): Promise<Passkey> {
    return this.connection.send('AddPasskey', { body: input }, options);
  }

  /** Renames a passkey of the caller. */
  updatePasskeyAsync(id: string, input: PasskeyUpdateInput, options: OperationOptions = {}): Promise<Passkey> {
    return this.connection.send('UpdatePasskey', { params: { id }, body: input }, options);
  }

  /** Removes a passkey of the caller. Succeeds when there is none. */
  deletePasskeyAsync(id: string, options: OperationOptions = {}): Promise<void> {
    return this.connection.send('DeletePasskey', { params: { id } }, options);
  }

  /** Creates recovery codes, which replace the earlier ones. Only this answer contains them. */
  createRecoveryCodesAsync(options: PostOptions = {}): Promise<RecoveryCodes> {
    return this.connection.send('CreateRecoveryCodes', {}, options);
  }

  /** Returns what a browser needs to prove with a passkey who the caller is (`navigator.credentials.get`). */
  beginPasskeyProofAsync(options: PostOptions = {}): Promise<PasskeyOptions> {
    return this.connection.send('BeginPasskeyProof', {}, options);
  }

  /** Returns what a browser needs to sign in with a passkey. Works with the credential `'anonymous'`. */
  beginPasskeySignInAsync(options: PostOptions = {}): Promise<PasskeyOptions> {
    return this.connection.send('BeginPasskeySignIn', {}, options);
  }

  /** Signs an operator in with a passkey. Works with the credential `'anonymous'`. */
  signInWithPasskeyAsync(input: PasskeySignInInput, options: PostOptions = {}): Promise<SignInResponse> {
    return this.connection.send('SignInWithPasskey', { body: input }, options);
  }

  /** Removes all passkeys and recovery codes of an operator. */
  deletePasskeysOfAsync(operatorId: string, options: OperationOptions = {}): Promise<void> {
    return this.connection.send('DeletePasskeysOf', { params: { id: operatorId } }, options);
  }

  /** Lists audit records, newest first. */
  listAuditAsync(options: QueryOptions<'ListAudit'> = {}): Pageable<AuditRecord> {
    return this.connection.list('ListAudit', {}, options);
  }

  /** Lists the live sessions of the caller, or of another operator. */
  listSessionsAsync(options: QueryOptions<'ListSessions'> = {}): Pageable<OperatorSession> {
    return this.connection.list('ListSessions', {}, options);
  }

  /** Ends a session of the caller, or of another operator. Succeeds when there is none. */
  endSessionAsync(id: string, options: OperationOptions = {}): Promise<void> {
    return this.connection.send('EndSession', { params: { id } }, options);
  }

  /** Ends all sessions of the caller except the current one, or all of another operator. */
  endSessionsAsync(options: OperationOptions & { operatorId?: string | undefined } = {}): Promise<void> {
    const { operatorId } = options;
    return this.connection.send('EndSessions', { query: { operatorId } }, options);
  }

  /** Lists operators. */
  listOperatorsAsync(options: QueryOptions<'ListOperators'> = {}): Pageable<Operator> {
    return this.connection.list('ListOperators', {}, options);
  }

  /** Creates an operator. */
  createOperatorAsync(input: OperatorInput, options: PostOptions = {}): Promise<Operator> {
    return this.connection.send('CreateOperator', { body: input }, options);
  }

  /** Updates an operator. */
  updateOperatorAsync(id: string, input: OperatorUpdateInput, options: ConditionalPostOptions = {}): Promise<Operator> {
    const { ifMatch } = options;
    return this.connection.send('UpdateOperator', { params: { id }, body: input, ifMatch }, options);
  }

  /** Creates a link with which an operator sets a password. Only this answer contains its token. */
  inviteOperatorAsync(id: string, input: InvitationInput = {}, options: PostOptions = {}): Promise<Invitation> {
    return this.connection.send('InviteOperator', { params: { id }, body: input }, options);
  }

  /** Revokes the link with which an operator sets a password. Succeeds when there is none. */
  revokeInvitationAsync(id: string, options: OperationOptions = {}): Promise<void> {
    return this.connection.send('RevokeInvitation', { params: { id } }, options);
  }

  /** Deletes an operator. Succeeds when there is none. */
  deleteOperatorAsync(id: string, options: ConditionalOptions = {}): Promise<void> {
    const { ifMatch } = options;
    return this.connection.send('DeleteOperator', { params: { id }, ifMatch }, options);
  }

  /** Lists API keys, without their secrets. */
  listApiKeysAsync(options: QueryOptions<'ListApiKeys'> = {}): Pageable<ApiKey> {
    return this.connection.list('ListApiKeys', {}, options);
  }

  /** Creates an API key. Only this answer contains its secret. */
  createApiKeyAsync(input: ApiKeyInput, options: PostOptions = {}): Promise<ApiKeyCreated> {
    return this.connection.send('CreateApiKey', { body: input }, options);
  }

  /** Creates the successor of an API key; the old key ends after the overlap. A key is replaced once. Only this answer contains the new secret. */
  rotateApiKeyAsync(id: string, rotation: ApiKeyRotation = {}, options: PostOptions = {}): Promise<ApiKeyCreated> {
    return this.connection.send('RotateApiKey', { params: { id }, body: rotation }, options);
  }

  /** Deletes an API key, which revokes it. Succeeds when there is none. */
  deleteApiKeyAsync(id: string, options: OperationOptions = {}): Promise<void> {
    return this.connection.send('DeleteApiKey', { params: { id } }, options);
  }

  /** Lists global secrets, without their values. */
  listSecretsAsync(options: QueryOptions<'ListSecrets'> = {}): Pageable<Secret> {
    return this.connection.list('ListSecrets', {}, options);
  }

  /**
   * Sets the value of a global secret and who may use it. A text sets the value, for every task type and queue and for no
   * host of `http.request` and `workflow`. No operation returns the value. `ifNoneMatch: '*'`: only a new secret
   * (`PreconditionFailed`).
   */
  setSecretAsync(
    name: string,
    secret: string | SecretInput,
    { ifNoneMatch, ...options }: ConditionalPostOptions & { ifNoneMatch?: '*' | undefined } = {},
  ): Promise<Secret> {
    const body = typeof secret === 'string' ? { value: secret } : secret;
    const call = { params: { name }, body, ifMatch: options.ifMatch, headers: { 'If-None-Match': ifNoneMatch } };
    return this.connection.send('SetSecret', call, options);
  }

  /** Deletes a global secret. Succeeds when there is none. */
  deleteSecretAsync(name: string, options: ConditionalPostOptions = {}): Promise<void> {
    const { ifMatch } = options;
    return this.connection.send('DeleteSecret', { params: { name }, ifMatch }, options);
  }
}
