import type { PipelinePolicy } from '@azure/core-rest-pipeline';
import { sentOperation } from '../sent-operation.ts';

export const idempotencyKeyHeader = 'Idempotency-Key';

/** Adds a key to each call that is carried out once for its key. All retries share it. */
export function idempotencyKeyPolicy(): PipelinePolicy {
  return {
    name: 'idempotencyKeyPolicy',
    sendRequest(request, next) {
      const operation = sentOperation(request)?.operation;
      if (operation?.replay !== undefined && !request.headers.has(idempotencyKeyHeader))
        request.headers.set(idempotencyKeyHeader, crypto.randomUUID());
      return next(request);
    },
  };
}
