import { fetch, Headers, type Response } from 'undici';
import { isNestedTooDeep, type JsonValue, limits, parseJson, stringifyJson } from '#contract';
import { HostNotAllowedError, type Outlet, type RunSecrets } from '#engine';
import { NonRetryableError, type RunLog, type StepCall } from '../index.ts';
import type { HttpRequest } from './http-request-input.ts';

/** The maximum kept size of a body. */
export const keptBodyBytes = 1_048_576;

/** The output of the task, and of a workflow around it, holds the body some levels deeper. */
const deepestBody = limits.jsonDepth - 10;

/** The output of the task: a JSON body as its value, other text as text, binary bodies as base64. */
type HttpAnswer = {
  status: number;
  headers: Record<string, string>;
  body: JsonValue;
  encoding: 'json' | 'text' | 'base64';
  /** The body was longer than the kept part, so it is not parsed. */
  isTruncated: boolean;
  durationInMs: number;
};

/** How a run sends: its connections, the secrets of its input, and the pointers that hide parts of the answer. */
export type Sending = {
  outlet: Outlet;
  secrets: Pick<RunSecrets, 'mask' | 'maskStart' | 'assertMayBeSent'>;
  hidden: readonly string[];
};

/** An unexpected answer that a retry may change. */
class UnexpectedStatusError extends Error {
  override readonly name = 'UnexpectedStatusError';
}

/** An unexpected answer that a retry would not change. */
class RefusedRequestError extends NonRetryableError {
  override name = 'RefusedRequestError';
}

class RequestNotAnsweredError extends Error {
  override readonly name = 'RequestNotAnsweredError';
}

/**
 * Sends a request once. A request that changes something carries the step's `Idempotency-Key`, so that a receiver that
 * supports the header acts once. Throws a `NonRetryableError` for an answer that a retry would not change.
 */
export async function sendHttpRequest(
  request: HttpRequest,
  { idempotencyKey, signal }: Pick<StepCall, 'idempotencyKey' | 'signal'>,
  log: RunLog,
  { outlet, secrets, hidden }: Sending,
): Promise<HttpAnswer> {
  const target = `${request.method} ${withoutQuery(secrets.mask(request.url))}`;
  secrets.assertMayBeSent(request.url, textsOf(request));
  const startedAt = performance.now();
  const response = await exchange(request, headersOf(request, idempotencyKey), signal, target, outlet);
  const durationInMs = Math.round(performance.now() - startedAt);
  logAnswer(log, request.method, { status: response.status, durationInMs, bytes: response.bytes.length }, hidden);
  if (!isExpected(request, response.status)) throw unexpected(target, response, secrets);
  return {
    status: response.status,
    headers: response.headers,
    ...bodyOf(response, secrets),
    isTruncated: response.isTruncated,
    durationInMs,
  };
}

/** Logs have no sensitive pointers, so hidden parts of an answer are left out, and so is the length of its body. */
function logAnswer(
  log: RunLog,
  method: string,
  { status, durationInMs, bytes }: { status: number; durationInMs: number; bytes: number },
  hidden: readonly string[],
): void {
  const isShown = (part: string) => !hidden.includes('') && !hidden.includes(part);
  const fields = {
    ...(isShown('/status') && { status }),
    ...(isShown('/durationInMs') && { durationInMs }),
    ...(hidden.length === 0 && { bytes }),
  };
  log.info(`${method} request answered${'status' in fields ? ` ${status}` : ''}`, fields);
}

/** Every text of a request that a receiver sees beside its URL. */
function textsOf({ headers, body }: HttpRequest): string[] {
  return [...Object.entries(headers).flat(), ...(body === undefined ? [] : [textOf(body)])];
}

type Received = { status: number; headers: Record<string, string>; bytes: Uint8Array; isTruncated: boolean };

async function exchange(
  request: HttpRequest,
  headers: Headers,
  signal: AbortSignal,
  target: string,
  { dispatcher }: Outlet,
): Promise<Received> {
  const timeout = AbortSignal.timeout(request.timeoutInMs);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers,
      redirect: 'manual',
      dispatcher,
      signal: AbortSignal.any([signal, timeout]),
      ...(request.body === undefined ? {} : { body: textOf(request.body) }),
    });
    const { bytes, isTruncated } = await readStart(response);
    return { status: response.status, headers: Object.fromEntries(response.headers), bytes, isTruncated };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted)
      throw new RequestNotAnsweredError(`${target}: no complete answer within ${request.timeoutInMs} ms`);
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    if (cause instanceof HostNotAllowedError) throw cause;
    throw new RequestNotAnsweredError(`${target}: ${reasonOf(cause)}`, { cause });
  }
}

/** The error of several failed connections has a code and no message. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}

function headersOf(request: HttpRequest, idempotencyKey: string): Headers {
  let headers: Headers;
  try {
    headers = new Headers(request.headers);
  } catch (cause) {
    throw new RefusedRequestError('a header has a name or value that HTTP does not allow', { cause });
  }
  if (request.body !== undefined && !headers.has('content-type'))
    headers.set('content-type', typeof request.body === 'string' ? 'text/plain;charset=UTF-8' : 'application/json');
  if (!headers.has('user-agent')) headers.set('user-agent', 'taskdeck-http-request');
  if (request.method !== 'GET' && request.method !== 'HEAD' && !headers.has('idempotency-key'))
    headers.set('idempotency-key', idempotencyKey);
  return headers;
}

function textOf(body: JsonValue): string {
  return typeof body === 'string' ? body : stringifyJson(body);
}

async function readStart(response: Response): Promise<{ bytes: Uint8Array; isTruncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > keptBodyBytes) break; // leaving the loop cancels the rest
  }
  return { bytes: Buffer.concat(chunks).subarray(0, keptBodyBytes), isTruncated: length > keptBodyBytes };
}

function isExpected({ expectedStatuses }: HttpRequest, status: number): boolean {
  return expectedStatuses === undefined ? status >= 200 && status < 300 : expectedStatuses.includes(status);
}

function unexpected(target: string, response: Received, secrets: Sending['secrets']): Error {
  const { status, headers } = response;
  const where =
    headers.location === undefined ? '' : `, which points to ${withoutQuery(secrets.mask(headers.location))}`;
  const message = `${target} answered ${status}${where}: ${startOf(response, secrets)}`;
  const mayChange = status >= 500 || status === 408 || status === 425 || status === 429;
  return mayChange ? new UnexpectedStatusError(message) : new RefusedRequestError(message);
}

/** Masked before it is cut, because a part of a value is not found. */
function startOf({ bytes, isTruncated }: Received, secrets: Sending['secrets']): string {
  const all = new TextDecoder().decode(bytes);
  const text = (isTruncated ? secrets.maskStart(all) : secrets.mask(all)).slice(0, 300).replace(/\s+/g, ' ').trim();
  return text === '' ? 'no body' : text;
}

/** The output is masked as a whole later. A body that was cut is masked here, because a part of a value is not found. */
function bodyOf(
  { bytes, headers, isTruncated }: Received,
  secrets: Sending['secrets'],
): Pick<HttpAnswer, 'body' | 'encoding'> {
  const type = headers['content-type'] ?? '';
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: !isTruncated }).decode(bytes);
  } catch {
    return { body: Buffer.from(bytes).toString('base64'), encoding: 'base64' }; // not UTF-8, so not text
  }
  if (isTruncated) return { body: secrets.maskStart(text), encoding: 'text' };
  if (!/[/+]json\b/i.test(type) || isNestedTooDeep(text, deepestBody)) return { body: text, encoding: 'text' };
  try {
    return { body: parseJson(text), encoding: 'json' };
  } catch {
    return { body: text, encoding: 'text' }; // declared as JSON but invalid: its text helps more than a failure
  }
}

/** Messages and logs omit the query, because it may contain a key. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '').replace(/\/\/[^/\\@]*@/, '//');
}
