import type { PipelinePolicy, PipelineRequest } from '@azure/core-rest-pipeline';
import { untilAborted } from '../abort.ts';
import { sentBody } from '../sent-body.ts';
import { isWaiting } from '../sent-operation.ts';

/**
 * Limits the number of calls in flight; further ones wait, outside the time limit of a try. Calls of unknown duration
 * (a long poll, an upload, the stream of a download or a watch) are not counted, because they would block the others.
 */
export function connectionLimitPolicy(maximumConnections: number): PipelinePolicy {
  let free = maximumConnections;
  const line = new Set<() => void>();

  function leave(): void {
    free += 1;
    const [next] = line;
    next?.();
  }
  async function enter(signal: AbortSignal | undefined): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    const turn = Promise.withResolvers<void>();
    const takeTurn = () => {
      line.delete(takeTurn);
      free -= 1;
      turn.resolve();
    };
    line.add(takeTurn);
    try {
      await untilAborted(signal, () => turn.promise);
    } catch (error) {
      if (!line.delete(takeTurn)) leave(); // its turn came in the meantime, so the next one gets it
      throw error;
    }
  }
  return {
    name: 'connectionLimitPolicy',
    async sendRequest(request, next) {
      if (takesItsTime(request)) return next(request);
      await enter(request.abortSignal instanceof AbortSignal ? request.abortSignal : undefined);
      try {
        return await next(request);
      } finally {
        leave();
      }
    },
  };
}

function takesItsTime(request: PipelineRequest): boolean {
  return isWaiting(request) || request.streamResponseStatusCodes !== undefined || sentBody(request) !== undefined;
}
