import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { fullScope, limits, type Operation, type OperationName, stringifyJson, TaskdeckError } from '#contract';
import { anonymous, type Caller, identityOf } from '../access/caller.ts';
import { auditEntryOf, createRefusalBudget } from '../audit/entry.ts';
import { seeTask } from '../records/see-task.ts';
import type { Service } from '../service.ts';
import type { Observe } from '../system/metrics.ts';
import type { Call } from '../verb.ts';
import { hasBody, idempotencyKeyOf, ifMatchOf, requestIdOf, requireJson } from './headers.ts';
import { onceForKey, type StoredAnswer } from './idempotency.ts';
import { toPageAnswer } from './next-link.ts';
import { parseBody } from './parse-body.ts';
import { parserOfBody, parserOfParams, parserOfQuery, refuseBadPath } from './parse-input.ts';
import { type Failure, HttpError, toFailure } from './problem.ts';
import { CallerLeft, readBody } from './read-body.ts';
import { headersFor, respondProblem } from './respond.ts';

export type ServiceBindings = { Bindings: HttpBindings };

type Plan = {
  name: OperationName;
  operation: Operation;
  verb: unknown;
  service: Service;
  observe: Observe;
  addressOf: (incoming: IncomingMessage) => string;
};

type Exchange = { incoming: IncomingMessage; requestId: string; address: string; caller: Caller; note: Call['note'] };

const allowAnonymousRecord = createRefusalBudget();

/** One operation over HTTP: who, may they, what exactly; do it once; write it down; answer. */
export function createHandler(plan: Plan): (c: Context<ServiceBindings>) => Promise<Response> {
  const { name, operation, service, observe, addressOf } = plan;
  const verb = trustVerb(plan.verb);
  const paramsOf = parserOfParams(operation);
  const queryOf = parserOfQuery(operation);
  const bodyOf = createBodyReader(operation);
  const isOnceForKey = operation.method === 'POST' && name !== 'CreateTask' && operation.scopes !== 'anonymous';

  const perform = async (c: Context<ServiceBindings>, exchange: Exchange): Promise<Response | StoredAnswer> => {
    const { incoming } = exchange;
    refuseBadPath(pathOf(incoming));
    if (operation.scopes !== 'anonymous') {
      exchange.caller = await service.authenticate(incoming.headers.authorization);
      requireScopes(operation, exchange.caller);
    }
    const { caller } = exchange;
    const params = paramsOf(c.req.param());
    const query = queryOf(searchOf(incoming));
    const ifMatch = operation.isConditional ? ifMatchOf(incoming) : undefined;
    const key = idempotencyKeyOf(incoming);
    const { body, bytes } = await bodyOf(incoming);
    const bodyHash = key === undefined ? '' : hash('sha256', bytes, 'base64url');
    const call: Call = {
      params,
      query,
      body,
      caller,
      may: (scope) => caller.scopes.has(scope),
      ifMatch: ifMatch?.etag,
      idempotency: key === undefined ? undefined : { key, bodyHash },
      address: exchange.address,
      signal: () => AbortSignal.any([c.req.raw.signal, service.stopping]),
      stillAllowed: () => isStillAllowed(plan, incoming),
      note: exchange.note,
    };
    const doIt = async () =>
      answerOf(plan, incoming, await preconditioned(ifMatch?.isGiven, () => verb(service, call)), call);
    if (operation.mediaType !== undefined) return streamAnswer(operation, exchange, c, await verb(service, call));
    if (!isOnceForKey || key === undefined) return doIt();
    const sees = caller.scopes.has('sensitive/read') ? ' sees sensitive' : '';
    const request = {
      identity: identityOf(caller),
      key,
      operation: `${name} ${pathOf(incoming)}`,
      bodyHash: bodyHash + sees,
    };
    const { answer, isReplay } = await onceForKey(service, request, doIt, async () => {
      const task = operation.output && seeTask(call, await service.engine.getTask(taskIdOf(params)));
      return answerOf(plan, incoming, task, call);
    });
    if (isReplay) exchange.note.detail = 'the first answer again (Idempotency-Key)';
    return answer;
  };

  const record = async (exchange: Exchange, status: number, params: Record<string, string>, failure?: Failure) => {
    if (!operation.isAudited) return;
    if (exchange.caller.kind === 'anonymous' && failure !== undefined && !allowAnonymousRecord(exchange.address))
      return;
    await service.audit.write(auditEntryOf({ name, operation, exchange, status, params, failure }));
  };

  return async (c) => {
    const startedAt = performance.now();
    const { incoming } = c.env;
    const requestId = requestIdOf(incoming);
    const exchange: Exchange = { incoming, requestId, address: addressOf(incoming), caller: anonymous, note: {} };
    let status = 500;
    try {
      const answer = await perform(c, exchange);
      status = answer.status;
      await record(exchange, status, c.req.param());
      if (answer instanceof Response) return answer;
      const headers = headersFor(requestId, answer.body === null ? undefined : 'application/json');
      return new Response(answer.body, { status, headers: Object.assign(headers, answer.headers) });
    } catch (error) {
      const failure = toFailure(error);
      status = failure.status;
      if (error instanceof CallerLeft) return new Response(null, { status: 400 });
      if (failure.isUnforeseen) service.logger.error({ requestId, operation: name, error }, 'request failed');
      await record(exchange, status, c.req.param(), failure).catch((cause: unknown) =>
        service.logger.error({ requestId, operation: name, error: cause }, 'refusal not audited'),
      );
      if (failure.code === 'PayloadTooLarge') failure.headers.connection = 'close';
      return respondProblem(failure, requestId);
    } finally {
      const tookInMs = performance.now() - startedAt;
      observe(name, status, tookInMs / 1_000);
      service.logger.debug({ requestId, operation: name, status, tookInMs }, 'request');
    }
  };
}

async function isStillAllowed({ operation, service }: Plan, incoming: IncomingMessage): Promise<boolean> {
  try {
    requireScopes(operation, await service.authenticate(incoming.headers.authorization));
    return true;
  } catch (error) {
    if (error instanceof TaskdeckError && (error.status === 401 || error.status === 403)) return false;
    throw error;
  }
}

function requireScopes(operation: Operation, caller: Caller): void {
  if (typeof operation.scopes === 'string') return;
  const missing = operation.scopes.filter((scope) => !caller.scopes.has(scope)).map(fullScope);
  if (missing.length === 0) return;
  throw new HttpError('InsufficientScope', `this operation needs the scope ${missing.join(' and ')}`, {
    'www-authenticate': `Bearer realm="taskdeck", error="insufficient_scope", scope="${missing.join(' ')}"`,
  });
}

function createBodyReader(
  operation: Operation,
): (incoming: IncomingMessage) => Promise<{ body: unknown; bytes: Buffer }> {
  const { body: schema } = operation;
  const nothing = Buffer.alloc(0);
  if (schema === undefined) return async () => ({ body: undefined, bytes: nothing });
  const parse = parserOfBody(schema);
  const limit = operation.scopes === 'anonymous' ? limits.anonymousBodyBytes : limits.requestBodyBytes;
  return async (incoming) => {
    if (operation.isBodyOptional && !hasBody(incoming)) return { body: undefined, bytes: nothing };
    requireJson(incoming);
    const bytes = await readBody(incoming, limit);
    if (operation.isBodyOptional && bytes.length === 0) return { body: undefined, bytes };
    return { body: parse(parseBody(bytes)), bytes };
  };
}

/** RFC 9110: a condition on something that is not there has failed. */
async function preconditioned<Result>(
  isConditional: boolean | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isConditional && error instanceof TaskdeckError && error.status === 404)
      throw new TaskdeckError('PreconditionFailed', `If-Match was given, but ${error.message}`, { cause: error });
    throw error;
  }
}

function answerOf(plan: Plan, incoming: IncomingMessage, result: unknown, call: Call): StoredAnswer {
  const { operation, service } = plan;
  if (operation.output === undefined) return { status: 204, body: null, headers: {} };
  const status = operation.status ?? 200;
  const headers: Record<string, string> = {};
  if (isRecord(result)) {
    if (typeof result.etag === 'string') headers.etag = result.etag;
    if (typeof result.id === 'string') {
      call.note.target ??= result.id;
      if (status === 201) headers.location = `${pathOf(incoming)}/${encodeURIComponent(result.id)}`;
    }
    if (isPage(result))
      return { status, headers, body: stringifyJson(toPageAnswer(result, incoming, service.config.publicUrl)) };
  }
  return { status, headers, body: stringifyJson(result) };
}

function streamAnswer(
  operation: Operation,
  exchange: Exchange,
  c: Context<ServiceBindings>,
  stream: unknown,
): Response {
  const headers = { ...headersFor(exchange.requestId, operation.mediaType), 'x-accel-buffering': 'no' };
  if (!(stream instanceof ReadableStream)) throw new TypeError('a verb with a media type returns a stream');
  if (c.req.raw.method !== 'HEAD') return new Response(stream, { headers });
  stream.cancel().catch(() => {}); // nobody reads it
  return new Response(null, { headers });
}

/** Every command of the engine acts on the task that its path names. */
function taskIdOf(params: unknown): string {
  if (!isRecord(params) || typeof params.id !== 'string') throw new TypeError('a command of the engine names a task');
  return params.id;
}

/** The path as it was sent, without its query. */
function pathOf(incoming: IncomingMessage): string {
  const url = incoming.url ?? '/';
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

function searchOf(incoming: IncomingMessage): string {
  const url = incoming.url ?? '/';
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isPage(value: Record<string, unknown>): value is { value: unknown[]; continuationToken?: string } {
  return (
    Array.isArray(value.value) && (value.continuationToken === undefined || typeof value.continuationToken === 'string')
  );
}

/** Each verb takes what its own operation's schemas have parsed: `mount` pairs them by name, so the types agree. */
function trustVerb(verb: unknown): (service: Service, call: Call) => Promise<unknown> {
  return verb as (service: Service, call: Call) => Promise<unknown>;
}
