import type { PipelinePolicy } from '@azure/core-rest-pipeline';
import { headers, type IsolationMode } from '#contract';
import { sentOperation } from '../sent-operation.ts';

/** Adds the headers of isolation to operations that accept them. */
export function isolationPolicy(mode: IsolationMode, namespace: string | undefined): PipelinePolicy {
  return {
    name: 'isolationPolicy',
    sendRequest(request, next) {
      if (sentOperation(request)?.operation.isIsolable === true) {
        request.headers.set(headers.isolation, mode);
        if (namespace !== undefined) request.headers.set(headers.namespace, encodeURIComponent(namespace));
      }
      return next(request);
    },
  };
}
