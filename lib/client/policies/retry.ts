import {
  isRestError,
  type PipelinePolicy,
  type PipelineRequest,
  type PipelineResponse,
} from '@azure/core-rest-pipeline';
import { parseJson } from '#contract';
import { delay } from '../abort.ts';
import type { RetryOptions } from '../options.ts';
import { canBeSentAgain } from '../sent-body.ts';
import { isSpending, sentOperation } from '../sent-operation.ts';
import { idempotencyKeyHeader } from './idempotency-key.ts';

/** Errors before any byte was sent. */
const neverArrived = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN']);

/** Connection errors after which the request may have been carried out. PARSE_ERROR: in the middle of the answer. */
const connectionLost = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'REQUEST_SEND_ERROR',
  'PARSE_ERROR',
]);

/**
 * Retries refused requests (429, 503, and a proxy's 502 or 504) and lost connections, after the time in `Retry-After`
 * or with exponential backoff. A request that may have been carried out is repeated only when that is safe: it changes
 * nothing, its method is idempotent, or it has an idempotency key.
 */
export function retryPolicy(options: RetryOptions = {}): PipelinePolicy {
  const { maximumRetries = 4, initialDelayInMs = 100, maximumDelayInMs = 20_000 } = options;
  return {
    name: 'retryPolicy',
    async sendRequest(request, next) {
      const signal = request.abortSignal instanceof AbortSignal ? request.abortSignal : undefined;
      for (let retry = 0; ; retry++) {
        const backOff = Math.min(maximumDelayInMs, initialDelayInMs * 2 ** retry) * (0.5 + Math.random() / 2);
        let wait: number;
        try {
          const response = await next(request);
          if (retry >= maximumRetries || !mayRepeatAfter(response)) return response;
          wait = Math.max(retryAfterInMs(response) ?? 0, backOff);
          if (wait > maximumDelayInMs) return response;
        } catch (error) {
          if (retry >= maximumRetries || !mayRepeatAfterError(request, error)) throw error;
          wait = backOff;
        }
        await delay(wait, signal);
      }
    },
  };
}

function mayRepeatAfter(response: PipelineResponse): boolean {
  if (!canBeSentAgain(response.request)) return false;
  switch (response.status) {
    case 429:
      return true;
    case 409: // an earlier try of this request is still in progress
      return response.request.headers.has(idempotencyKeyHeader) && codeOf(response) === 'IdempotencyKeyInUse';
    case 502:
    case 503:
    case 504:
      return isRepeatable(response.request);
    default:
      return false;
  }
}

function mayRepeatAfterError(request: PipelineRequest, error: unknown): boolean {
  if (!isRestError(error) || error.code === undefined || !canBeSentAgain(request)) return false;
  return neverArrived.has(error.code) || (connectionLost.has(error.code) && isRepeatable(request));
}

/** A conditional change is not idempotent: the success of the first try makes the second one fail. */
function isRepeatable(request: PipelineRequest): boolean {
  if (request.headers.has(idempotencyKeyHeader)) return true;
  if (request.method === 'GET' || request.method === 'HEAD') return true;
  if (sentOperation(request)?.operation.isRepeatable === true) return !isSpending(request);
  const isConditional = request.headers.has('If-Match') || request.headers.has('If-None-Match');
  return (request.method === 'PUT' || request.method === 'DELETE') && !isConditional;
}

function codeOf(response: PipelineResponse): unknown {
  try {
    const answer = parseJson(response.bodyAsText ?? '');
    return typeof answer === 'object' && answer !== null && 'code' in answer ? answer.code : undefined;
  } catch {
    return undefined; // not a problem document, so it has no code
  }
}

/** Parses `Retry-After` (RFC 9110): seconds, or a date by the server's clock, which the answer's `Date` shows. */
export function retryAfterInMs(response: PipelineResponse): number | undefined {
  const header = response.headers.get('Retry-After');
  if (header === undefined) return undefined;
  const seconds = Number(header);
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - answeredOn(response);
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}

function answeredOn(response: PipelineResponse): number {
  const shown = Date.parse(response.headers.get('Date') ?? '');
  return Number.isFinite(shown) ? shown : Date.now();
}
