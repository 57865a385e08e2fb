import { createHttpHeaders, createPipelineRequest, type PipelineRequest } from '@azure/core-rest-pipeline';
import type { z } from 'zod';
import {
  idempotencyKey,
  ifMatch,
  issueMessage,
  type Operation,
  type OperationName,
  operations,
  tellingAll,
} from '#contract';
import type { PostOptions } from './options.ts';
import { idempotencyKeyHeader } from './policies/idempotency-key.ts';
import { requestBody } from './request-body.ts';
import { requestUrl } from './request-url.ts';
import { noteOperation, noteSpending, noteWaiting } from './sent-operation.ts';

/** The arguments of one call. */
export type AnyCall = {
  params?: object;
  query?: object;
  body?: unknown;
  ifMatch?: string | undefined;
  headers?: Readonly<Record<string, string | undefined>> | undefined;
};

/** The endpoint and the time limit of one try. */
export type RequestTarget = { endpoint: string; timeoutInMs: number };

/** Builds the request of a call. Throws `TypeError` or `RangeError` for arguments that the contract does not allow. */
export function createRequest(
  target: RequestTarget,
  name: OperationName,
  call: AnyCall,
  options: PostOptions,
): PipelineRequest {
  const operation: Operation = operations[name];
  const url = requestUrl(target.endpoint, operation, call.params ?? {}, call.query ?? {});
  if (call.body === undefined && operation.body !== undefined && operation.isBodyOptional !== true)
    throw new TypeError(`${name}: its input is required`);
  const body = call.body === undefined ? undefined : requestBody(operation, call.body);
  const waits = waitOf(call.query) + waitOf(call.body);
  const request = createPipelineRequest({
    url,
    method: operation.method,
    headers: createHttpHeaders({ Accept: operation.mediaType ?? 'application/json' }),
    timeout: target.timeoutInMs + waits,
    allowInsecureConnection: true, // the endpoint has been checked
    ...(options.abortSignal === undefined ? {} : { abortSignal: options.abortSignal }),
  });
  noteOperation(request, name);
  if (waits > 0) noteWaiting(request);
  if (operation.spends !== undefined && Object(call.body)[operation.spends] !== undefined) noteSpending(request);
  if (call.ifMatch !== undefined && operation.method !== 'GET') checkText('ifMatch', ifMatch, call.ifMatch);
  if (options.idempotencyKey !== undefined) checkText('idempotencyKey', idempotencyKey, options.idempotencyKey);
  const headers = { ...call.headers, 'If-Match': call.ifMatch, [idempotencyKeyHeader]: options.idempotencyKey };
  for (const [header, value] of Object.entries(headers))
    if (value !== undefined) request.headers.set(header, checkedHeader(header, value));
  if (body !== undefined) {
    request.headers.set('Content-Type', 'application/json');
    request.body = body;
  }
  return request;
}

/** Returns how long an operation asks the service to wait before it answers. */
function waitOf(part: unknown): number {
  const waitInMs = typeof part === 'object' && part !== null && 'waitInMs' in part ? Number(part.waitInMs ?? 0) : 0;
  return Number.isFinite(waitInMs) ? waitInMs : 0;
}

function checkText(name: string, schema: z.ZodType, value: unknown): void {
  if (typeof value !== 'string') throw new TypeError(`${name}: must be a string`);
  const issue = schema.safeParse(value, tellingAll).error?.issues[0];
  if (issue !== undefined) throw new RangeError(`${name}: ${issueMessage(issue)}`);
}

/** Rejects a header value with a line break or another character that ends it. */
function checkedHeader(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`${name}: must be a string`);
  if (!/^[\x20-\x7e]*$/.test(value)) throw new RangeError(`${name}: must be printable ASCII`);
  return value;
}
