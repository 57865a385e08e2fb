import type { PipelinePolicy } from '@azure/core-rest-pipeline';
import { sentOperation } from '../sent-operation.ts';

export const idempotencyKeyHeader = 'Idempotency-Key';

/** Gives every call that is done once for its key one, which its retries share: however often it arrives. */
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
