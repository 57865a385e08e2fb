import type { PipelinePolicy } from '@azure/core-rest-pipeline';
import type { Operation } from '#contract';
import { sentOperation } from '../sent-operation.ts';

export const idempotencyKeyHeader = 'Idempotency-Key';

/** Gives every call that is done once for its key one, which its retries share: however often it arrives. */
export function idempotencyKeyPolicy(): PipelinePolicy {
  return {
    name: 'idempotencyKeyPolicy',
    sendRequest(request, next) {
      const operation = sentOperation(request)?.operation;
      if (operation !== undefined && isOnceForKey(operation) && !request.headers.has(idempotencyKeyHeader))
        request.headers.set(idempotencyKeyHeader, crypto.randomUUID());
      return next(request);
    },
  };
}

function isOnceForKey({ method, isSafe, isOnceForKey }: Operation): boolean {
  return isOnceForKey === true || (method === 'POST' && isSafe !== true);
}
