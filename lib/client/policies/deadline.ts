import { type PipelinePolicy, RestError } from '@azure/core-rest-pipeline';
import { sentBody } from '../sent-body.ts';

/** The code of the error that ends a try after its time limit. */
export const timedOutCode = 'REQUEST_TIMED_OUT';

/**
 * Ends a try when `request.timeout` milliseconds pass before its answer is complete (for a stream: before it begins).
 * While a streamed body is sent, the time counts from the last sent bytes, so that a long upload is not ended.
 */
export function deadlinePolicy(): PipelinePolicy {
  return {
    name: 'deadlinePolicy',
    async sendRequest(request, next) {
      const { timeout, abortSignal } = request;
      if (timeout <= 0) return next(request);
      const deadline = new AbortController();
      const endTry = () => deadline.abort();
      const timer = setTimeout(endTry, timeout);
      const body = sentBody(request);
      if (body !== undefined) body.onProgress = () => timer.refresh();
      const caller = abortSignal instanceof AbortSignal ? [abortSignal] : [];
      request.abortSignal = AbortSignal.any([deadline.signal, ...caller]);
      request.timeout = 0;
      try {
        return await next(request);
      } catch (error) {
        if (!deadline.signal.aborted || abortSignal?.aborted) throw error;
        throw new RestError(`no answer within ${timeout} ms`, { code: timedOutCode, request });
      } finally {
        clearTimeout(timer);
        if (abortSignal === undefined) delete request.abortSignal;
        else request.abortSignal = abortSignal;
        request.timeout = timeout;
      }
    },
  };
}
