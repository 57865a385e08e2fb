import { isolationModes, type Operation, ownerName } from '#contract';
import type { RetryOptions, TaskClientCredential, TaskClientOptions } from './options.ts';

/**
 * Node's timers fire at once above their maximum. A timeout plus the wait of a long poll stays below it: about 23 days.
 */
const longestInMs = 2_000_000_000;

const clientOptions: Readonly<Record<keyof TaskClientOptions, true>> = {
  userAgentPrefix: true,
  retry: true,
  requestTimeoutInMs: true,
  maximumConnections: true,
  maximumAnswerBytes: true,
  isolation: true,
  namespace: true,
  allowInsecureConnection: true,
  tokenScopes: true,
  logger: true,
  httpClient: true,
  additionalPolicies: true,
};
const retryOptions: Readonly<Record<keyof RetryOptions, true>> = {
  maximumRetries: true,
  initialDelayInMs: true,
  maximumDelayInMs: true,
};

/**
 * Throws `TypeError` with the allowed names for an option that does not exist, which is often a misspelt one, and for an
 * `abortSignal` that is none.
 */
export function refuseUnknownOptions(options: object, allowed: readonly string[]): void {
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && !allowed.includes(name))
      throw new TypeError(`${name}: is not an option here; allowed: ${allowed.toSorted().join(', ')}`);
  const signal: unknown = Reflect.get(options, 'abortSignal');
  if (signal !== undefined && !isSignal(signal))
    throw new TypeError('abortSignal: must be an AbortSignal, such as the `signal` of an AbortController');
}

/** Those of another context (a test's, a page's) have another class. */
function isSignal(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'aborted' in value && 'addEventListener' in value;
}

/** Throws `TypeError` for an option that an operation does not have. A command's body can come from its options. */
export function checkCallOptions(operation: Operation, options: object): void {
  const { method, query, body, replay, audit, isBodyOptional, isConditional, isRevalidatable } = operation;
  refuseUnknownOptions(options, [
    ...generalOptions,
    ...(replay !== undefined || method === 'POST' ? ['idempotencyKey'] : []),
    ...(isConditional === true && method !== 'GET' ? ['ifMatch'] : []),
    ...(isRevalidatable === true ? ['ifNoneMatch'] : []),
    ...namesOf(query),
    ...(isBodyOptional === true && audit !== undefined ? namesOf(body) : []),
  ]);
}

/** The options of every operation. */
export const generalOptions = ['abortSignal', 'timeoutInMs'];

function namesOf(schema: Operation['query']): string[] {
  return schema !== undefined && 'shape' in schema ? Object.keys(Object(schema.shape)) : [];
}

/** Throws `TypeError` or `RangeError` for invalid options when the client is created, instead of at a call. */
export function checkOptions(options: TaskClientOptions): void {
  refuseUnknownOptions(options, Object.keys(clientOptions));
  const { requestTimeoutInMs, maximumConnections, maximumAnswerBytes, retry = {}, isolation, namespace } = options;
  refuseUnknownOptions(retry, Object.keys(retryOptions));
  checkWhole('requestTimeoutInMs', requestTimeoutInMs, 1, longestInMs);
  checkWhole('maximumConnections', maximumConnections, 1);
  checkWhole('maximumAnswerBytes', maximumAnswerBytes, 1);
  checkWhole('retry.maximumRetries', retry.maximumRetries, 0);
  checkWhole('retry.initialDelayInMs', retry.initialDelayInMs, 0, longestInMs);
  checkWhole('retry.maximumDelayInMs', retry.maximumDelayInMs, 0, longestInMs);
  if (isolation !== undefined && !isolationModes.includes(isolation))
    throw new RangeError(`isolation: must be ${isolationModes.join(' or ')}`);
  if (namespace !== undefined && !ownerName.safeParse(namespace).success)
    throw new RangeError('namespace: must be an owner as listNamespaces names it, such as account:importer');
  if (namespace !== undefined && isolation === 'isolated')
    throw new RangeError('namespace: is not given together with isolation: isolated');
}

/** Throws `TypeError` for an invalid credential. */
export function checkCredential(credential: TaskClientCredential): void {
  if (credential === 'anonymous') return;
  if (typeof credential === 'object' && credential !== null) {
    if ('getToken' in credential) return;
    const token = 'key' in credential ? credential.key : credential.accessToken;
    if (typeof token === 'string' && token !== '') return;
  }
  throw new TypeError("credential: must be { key }, { accessToken }, a TokenCredential or 'anonymous'");
}

/** Throws `RangeError` for an interval that no timer can wait for. */
export function checkInterval(name: string, milliseconds: number | undefined): void {
  checkWhole(name, milliseconds, 1, longestInMs);
}

function checkWhole(name: string, value: number | undefined, least: number, most = Number.MAX_SAFE_INTEGER): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= least && value <= most)) return;
  throw new RangeError(
    `${name}: must be a whole number from ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`}`,
  );
}
