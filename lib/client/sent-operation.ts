import type { PipelineRequest } from '@azure/core-rest-pipeline';
import { type Operation, type OperationName, operations } from '#contract';

const names = new WeakMap<PipelineRequest, OperationName>();

/** Notes which operation a request carries, for the policies that must know. */
export function noteOperation(request: PipelineRequest, name: OperationName): void {
  names.set(request, name);
}

/** The operation a request carries; `undefined` for a request that the client did not make. */
export function sentOperation(request: PipelineRequest): { name: OperationName; operation: Operation } | undefined {
  const name = names.get(request);
  return name === undefined ? undefined : { name, operation: operations[name] };
}
