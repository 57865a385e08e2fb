import type { PipelinePolicy } from '@azure/core-rest-pipeline';

/** The header that carries a request's id both ways. */
export const requestIdHeader = 'x-request-id';

/** Names the request, so that the caller's log and the service's can be laid side by side. Retries keep the name. */
export function requestIdPolicy(): PipelinePolicy {
  return {
    name: 'requestIdPolicy',
    sendRequest(request, next) {
      if (!request.headers.has(requestIdHeader)) request.headers.set(requestIdHeader, request.requestId);
      return next(request);
    },
  };
}
