import type { PipelineRequest } from '@azure/core-rest-pipeline';
import { type Operation, type OperationName, operations } from '#contract';

const names = new WeakMap<PipelineRequest, OperationName>();

/** Notes which operation a request carries, for the policies that must know. */
export function noteOperation(request: PipelineRequest, name: OperationName): void {
  names.set(request, name);
}

const waiting = new WeakSet<PipelineRequest>();

/** Notes that a request asks the service to wait before it answers. */
export function noteWaiting(request: PipelineRequest): void {
  waiting.add(request);
}

/** Whether a request asks the service to wait before it answers. */
export function isWaiting(request: PipelineRequest): boolean {
  return waiting.has(request);
}

/** The operation a request carries; `undefined` for a request that the client did not make. */
export function sentOperation(request: PipelineRequest): { name: OperationName; operation: Operation } | undefined {
  const name = names.get(request);
  return name === undefined ? undefined : { name, operation: operations[name] };
}
