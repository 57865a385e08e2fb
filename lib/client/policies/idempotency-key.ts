import type { PipelinePolicy } from '@azure/core-rest-pipeline';

export const idempotencyKeyHeader = 'Idempotency-Key';

/** Gives every POST a key, which its retries share: the service then does it once, however often it arrives. */
export function idempotencyKeyPolicy(): PipelinePolicy {
  return {
    name: 'idempotencyKeyPolicy',
    sendRequest(request, next) {
      if (request.method === 'POST' && !request.headers.has(idempotencyKeyHeader))
        request.headers.set(idempotencyKeyHeader, crypto.randomUUID());
      return next(request);
    },
  };
}
