import type { PipelinePolicy, PipelineRequest } from '@azure/core-rest-pipeline';
import { untilAborted } from '../abort.ts';
import { sentBody } from '../sent-body.ts';
import { isWaiting } from '../sent-operation.ts';

/**
 * Lets so many calls be on their way at a time, and others wait in line, which is outside a try's time: ten thousand
 * calls at once must not open ten thousand connections. What takes as long as it takes (a long-poll, an upload, the
 * stream of a download or a watch) is not counted: it would hold up the rest.
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
      if (!line.delete(takeTurn)) leave(); // its turn had come meanwhile: it is the next one's
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
