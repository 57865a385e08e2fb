import type { PipelinePolicy } from '@azure/core-rest-pipeline';
import { headers, type IsolationMode } from '#contract';
import { sentOperation } from '../sent-operation.ts';

/** Says whose names a call means, on the operations that ask: state has it, tasks and logs do not. */
export function isolationPolicy(mode: IsolationMode): PipelinePolicy {
  return {
    name: 'isolationPolicy',
    sendRequest(request, next) {
      if (sentOperation(request)?.operation.isIsolable === true) request.headers.set(headers.isolation, mode);
      return next(request);
    },
  };
}
