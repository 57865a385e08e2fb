/** Thrown when an object service answers with an error that no request expects: credentials that expired, a container that is gone. */
export class StoreRefusedError extends Error {
  override readonly name = 'StoreRefusedError';

  constructor(status: number, cause: Error) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
    super(`the blob store refused a request: ${status} ${code}`, { cause });
  }
}

/** Thrown when the connection to an object service breaks in the middle of an answer. */
class ConnectionCutError extends Error {
  override readonly name = 'ConnectionCutError';
  readonly code = 'ECONNRESET';

  constructor(cause: Error) {
    super('the connection to the blob store broke', { cause });
  }
}

/** Returns the error as a refusal where an object service has answered it, by the status that its SDK adds. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const status =
    'statusCode' in error ? error.statusCode : '$metadata' in error ? statusOf(error.$metadata) : undefined;
  return typeof status === 'number' ? new StoreRefusedError(status, error) : asCut(error);
}

/**
 * Returns the error of a broken connection under its usual code. The SDK of Azure calls it an abort where bytes were read, and
 * an answer that cannot be parsed elsewhere.
 */
export function asCut(error: Error): Error {
  const isCut = error.name === 'AbortError' || ('code' in error && error.code === 'PARSE_ERROR');
  return isCut ? new ConnectionCutError(error) : error;
}

function statusOf(metadata: unknown): unknown {
  return typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
    ? metadata.httpStatusCode
    : undefined;
}
