import type { PipelinePolicy } from '@azure/core-rest-pipeline';
import { headers, type IsolationMode } from '#contract';
import { sentOperation } from '../sent-operation.ts';

/** Adds the isolation header to operations that accept it. */
export function isolationPolicy(mode: IsolationMode): PipelinePolicy {
  return {
    name: 'isolationPolicy',
    sendRequest(request, next) {
      if (sentOperation(request)?.operation.isIsolable === true) request.headers.set(headers.isolation, mode);
      return next(request);
    },
  };
}
