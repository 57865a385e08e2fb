import type { PipelineRequest } from '@azure/core-rest-pipeline';
import { type Operation, type OperationName, operations } from '#contract';

const names = new WeakMap<PipelineRequest, OperationName>();

/** Registers the operation of a request for the policies. */
export function noteOperation(request: PipelineRequest, name: OperationName): void {
  names.set(request, name);
}

const waiting = new WeakSet<PipelineRequest>();

/** Registers that a request asks the service to wait before it answers. */
export function noteWaiting(request: PipelineRequest): void {
  waiting.add(request);
}

/** Whether a request asks the service to wait before it answers. */
export function isWaiting(request: PipelineRequest): boolean {
  return waiting.has(request);
}

const spending = new WeakSet<PipelineRequest>();

/** Registers that a request uses something up that works once. */
export function noteSpending(request: PipelineRequest): void {
  spending.add(request);
}

/** Whether a request uses something up that works once. */
export function isSpending(request: PipelineRequest): boolean {
  return spending.has(request);
}

/** Returns the operation of a request; `undefined` for a request from elsewhere. */
export function sentOperation(request: PipelineRequest): { name: OperationName; operation: Operation } | undefined {
  const name = names.get(request);
  return name === undefined ? undefined : { name, operation: operations[name] };
}
