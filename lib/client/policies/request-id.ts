import type { PipelinePolicy } from '@azure/core-rest-pipeline';

/** The header of a request's id, in requests and answers. */
export const requestIdHeader = 'x-request-id';

/** Adds an id to the request, which the logs of caller and service both contain. Retries keep it. */
export function requestIdPolicy(): PipelinePolicy {
  return {
    name: 'requestIdPolicy',
    sendRequest(request, next) {
      if (!request.headers.has(requestIdHeader)) request.headers.set(requestIdHeader, request.requestId);
      return next(request);
    },
  };
}
