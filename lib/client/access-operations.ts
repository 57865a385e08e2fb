import type {
  ApiKey,
  ApiKeyCreated,
  ApiKeyInput,
  AuditRecord,
  Identity,
  Operator,
  OperatorInput,
  OperatorUpdateInput,
  Secret,
  SignInInput,
  SignInResponse,
} from '#contract';
import { Connection } from './connection.ts';
import type {
  OperationOptions,
  PostOptions,
  QueryOptions,
  TaskClientCredential,
  TaskClientOptions,
} from './options.ts';
import type { Pageable } from './pageable.ts';

/** The operations on who may do what: the part of `TaskClient` that knows no tasks. */
export class AccessOperations {
  protected readonly connection: Connection;

  /**
   * @param endpoint where the service is, such as `http://127.0.0.1:7700`; plain `http:` to another machine only with
   * `allowInsecureConnection`
   */
  constructor(endpoint: string | URL, credential: TaskClientCredential, options: TaskClientOptions = {}) {
    this.connection = new Connection(endpoint, credential, options);
  }

  /** Signs an operator in. Needs no credential: `'anonymous'` will do. */
  signInAsync(input: SignInInput, options: PostOptions = {}): Promise<SignInResponse> {
    return this.connection.send('SignIn', { body: input }, options);
  }

  /** Gets the next access token of a session, and the refresh token that replaces this one. */
  refreshSignInAsync(refreshToken: string, options: PostOptions = {}): Promise<SignInResponse> {
    return this.connection.send('RefreshSignIn', { body: { refreshToken } }, options);
  }

  /** Ends a session. */
  signOutAsync(refreshToken: string, options: PostOptions = {}): Promise<void> {
    return this.connection.send('SignOut', { body: { refreshToken } }, options);
  }

  /** Tells who the caller is and what they may do. */
  getIdentityAsync(options: OperationOptions = {}): Promise<Identity> {
    return this.connection.send('GetIdentity', {}, options);
  }

  /** Lists changes and who made them, newest first. */
  listAuditAsync(options: QueryOptions<'ListAudit'> = {}): Pageable<AuditRecord> {
    return this.connection.list('ListAudit', {}, options);
  }

  /** Lists operators. */
  listOperatorsAsync(options: QueryOptions<'ListOperators'> = {}): Pageable<Operator> {
    return this.connection.list('ListOperators', {}, options);
  }

  /** Adds an operator. */
  createOperatorAsync(input: OperatorInput, options: PostOptions = {}): Promise<Operator> {
    return this.connection.send('CreateOperator', { body: input }, options);
  }

  /** Changes an operator. */
  updateOperatorAsync(id: string, input: OperatorUpdateInput, options: OperationOptions = {}): Promise<Operator> {
    return this.connection.send('UpdateOperator', { params: { id }, body: input }, options);
  }

  /** Removes an operator; also when there is none. */
  deleteOperatorAsync(id: string, options: OperationOptions = {}): Promise<void> {
    return this.connection.send('DeleteOperator', { params: { id } }, options);
  }

  /** Lists API keys, without their secrets. */
  listApiKeysAsync(options: QueryOptions<'ListApiKeys'> = {}): Pageable<ApiKey> {
    return this.connection.list('ListApiKeys', {}, options);
  }

  /** Makes an API key; this answer alone holds it. */
  createApiKeyAsync(input: ApiKeyInput, options: PostOptions = {}): Promise<ApiKeyCreated> {
    return this.connection.send('CreateApiKey', { body: input }, options);
  }

  /** Revokes an API key; also when there is none. */
  deleteApiKeyAsync(id: string, options: OperationOptions = {}): Promise<void> {
    return this.connection.send('DeleteApiKey', { params: { id } }, options);
  }

  /** Lists the names of global secrets. */
  listSecretsAsync(options: QueryOptions<'ListSecrets'> = {}): Pageable<Secret> {
    return this.connection.list('ListSecrets', {}, options);
  }

  /** Sets a global secret; its value can never be read back here. */
  setSecretAsync(name: string, value: string, options: OperationOptions = {}): Promise<Secret> {
    return this.connection.send('SetSecret', { params: { name }, body: { value } }, options);
  }

  /** Removes a global secret; also when there is none. */
  deleteSecretAsync(name: string, options: OperationOptions = {}): Promise<void> {
    return this.connection.send('DeleteSecret', { params: { name } }, options);
  }
}
