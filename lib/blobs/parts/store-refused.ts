/** Thrown when an object service answers with an error that no request expects: credentials that expired, a container that is gone. */
export class StoreRefusedError extends Error {
  override readonly name = 'StoreRefusedError';

  constructor(status: number, cause: Error) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
    super(`the blob store refused a request: ${status} ${code}`, { cause });
  }
}

/** Returns the error as a refusal where an object service has answered it, by the status that its SDK adds. */
export function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const status =
    'statusCode' in error ? error.statusCode : '$metadata' in error ? statusOf(error.$metadata) : undefined;
  return typeof status === 'number' ? new StoreRefusedError(status, error) : error;
}

function statusOf(metadata: unknown): unknown {
  return typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
    ? metadata.httpStatusCode
    : undefined;
}
