import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { fullScope, type Operation, type OperationName, TaskdeckError } from '#contract';
import { anonymous, type Caller, identityOf } from '../access/caller.ts';
import { auditEntryOf, createRefusalBudget } from '../audit/entry.ts';
import type { Subject } from '../audit/subject.ts';
import type { Service } from '../service.ts';
import type { Observe } from '../system/metrics.ts';
import { tusVersion } from '../uploads/tus.ts';
import type { Call } from '../verb.ts';
import { againOf } from './again.ts';
import { answerOf } from './answer.ts';
import { createBodyReader } from './body-reader.ts';
import { leftSignal } from './caller-left.ts';
import { expectsContinue } from './expect-continue.ts';
import { hasBody, idempotencyKeyOf, ifMatchOf, isolationOf, mustNotExist, requestIdOf } from './headers.ts';
import { onceForKey, type StoredAnswer } from './idempotency.ts';
import { parserOfParams, parserOfQuery, refuseBadPath } from './parse-input.ts';
import { type Failure, HttpError, toFailure } from './problem.ts';
import { CallerLeft } from './read-body.ts';
import { pathOf, searchOf } from './request-path.ts';
import { headersFor, respondProblem } from './respond.ts';
import { endWhenStalled } from './stalled.ts';
import { AnswerCutOff, alreadySent, type StreamedAnswer, sendStream } from './stream-answer.ts';

export type ServiceBindings = { Bindings: HttpBindings };

type Plan = {
  name: OperationName;
  operation: Operation;
  verb: unknown;
  service: Service;
  observe: Observe;
  addressOf: (incoming: IncomingMessage) => string;
};

type Exchange = {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  requestId: string;
  address: string;
  caller: Caller;
  note: Call['note'];
  subject: Subject;
};

const allowAnonymousRecord = createRefusalBudget();

/** One operation over HTTP: who, may they, what exactly; do it once; write it down; answer. */
export function createHandler(plan: Plan): (c: Context<ServiceBindings>) => Promise<Response> {
  const { name, operation, service, observe, addressOf } = plan;
  const verb = trustVerb(plan.verb);
  const paramsOf = parserOfParams(operation);
  const queryOf = parserOfQuery(operation);
  const bodyOf = createBodyReader(operation);
  const isOnceForKey = operation.replay !== undefined && operation.replay !== 'creation';
  const answerAgain = againOf(name);

  const perform = async (c: Context<ServiceBindings>, exchange: Exchange): Promise<Response | StoredAnswer> => {
    const { incoming, outgoing } = exchange;
    refuseBadPath(pathOf(incoming));
    if (operation.scopes !== 'anonymous') {
      exchange.caller = await service.authenticate(incoming.headers.authorization);
      requireScopes(operation, exchange.caller);
    }
    const { caller } = exchange;
    const params = paramsOf(c.req.param());
    const query = queryOf(searchOf(incoming));
    const ifMatch = operation.isConditional && operation.method !== 'GET' ? ifMatchOf(incoming) : undefined;
    const key = idempotencyKeyOf(incoming);
    const isIsolated = operation.isIsolable === true && isolationOf(incoming) === 'isolated';
    const isNew = operation.isConditional === true && operation.method === 'PUT' && mustNotExist(incoming);
    const signal = () => leftSignal(outgoing, service.stopping);
    if (hasBody(incoming)) endWhenStalled(incoming);
    const { body, bytes, content } = await bodyOf(incoming, signal);
    exchange.subject.body = body;
    const bodyHash = key === undefined ? '' : bodyHashOf(incoming, bytes, content !== undefined);
    const call: Call = {
      params,
      query,
      body,
      content,
      caller,
      may: (scope) => caller.scopes.has(scope),
      namespace: isIsolated ? identityOf(caller) : '',
      ifMatch: ifMatch?.etag,
      mustExist: ifMatch?.isGiven === true && ifMatch.etag === undefined,
      mustNotExist: isNew,
      isHead: incoming.method === 'HEAD',
      requestHeaders: incoming.headers,
      answerHeaders: {},
      idempotency: key === undefined ? undefined : { key, bodyHash },
      address: exchange.address,
      signal,
      stillAllowed: () => isStillAllowed(plan, incoming),
      note: exchange.note,
      subject: exchange.subject,
    };
    const answering = { operation, incoming, publicUrl: service.config.publicUrl };
    const doIt = async () =>
      answerOf(answering, await preconditioned(ifMatch?.isGiven, () => verb(service, call)), call);
    if (operation.mediaType === 'text/event-stream')
      return streamEvents(operation, exchange, c, await verb(service, call));
    if (operation.mediaType !== undefined) {
      const isConditioned = incoming.headers['if-match'] !== undefined;
      const answer = trustStreamed(await preconditioned(isConditioned, () => verb(service, call)));
      const headers = { ...headersFor(exchange.requestId, undefined), ...answer.headers };
      return sendStream(outgoing, { ...answer, headers }, call.isHead);
    }
    if (!isOnceForKey || key === undefined) return doIt();
    const sees = caller.scopes.has('sensitive/read') ? ' sees sensitive' : '';
    const request = {
      identity: identityOf(caller),
      key,
      operation: `${name} ${pathOf(incoming)}${isIsolated ? ' isolated' : ''}`,
      bodyHash: bodyHash + sees,
    };
    const { answer, isReplay } = await onceForKey(service, request, doIt, async () =>
      answerOf(answering, await answerAgain(service, call), call),
    );
    if (isReplay) exchange.note.detail = 'the first answer again (Idempotency-Key)';
    return answer;
  };

  const record = async (exchange: Exchange, status: number, failure?: Failure) => {
    if (operation.audit === undefined || exchange.note.isPart) return;
    if (exchange.caller.kind === 'anonymous' && failure !== undefined && !allowAnonymousRecord(exchange.address))
      return;
    await service.audit.write(auditEntryOf({ name, operation, exchange, status, failure }));
  };

  return async (c) => {
    const startedAt = performance.now();
    const { incoming, outgoing } = c.env;
    const requestId = requestIdOf(incoming);
    const address = addressOf(incoming);
    const exchange: Exchange = {
      incoming,
      outgoing,
      requestId,
      address,
      caller: anonymous,
      note: {},
      subject: { params: c.req.param() },
    };
    let status = 500;
    try {
      const answer = await perform(c, exchange);
      status = outgoing.headersSent ? outgoing.statusCode : answer.status;
      await record(exchange, status);
      if (answer instanceof Response) return answer;
      const headers = headersFor(requestId, answer.body === null ? undefined : 'application/json');
      return new Response(answer.body, { status, headers: Object.assign(headers, answer.headers) });
    } catch (error) {
      if (error instanceof AnswerCutOff) return alreadySent();
      const failure = toFailure(error);
      status = failure.status;
      if (error instanceof CallerLeft || incoming.readableAborted) return new Response(null, { status: 400 });
      if (failure.isUnforeseen) service.logger.error({ requestId, operation: name, error }, 'request failed');
      await record(exchange, status, failure).catch((cause: unknown) =>
        service.logger.error({ requestId, operation: name, error: cause }, 'refusal not audited'),
      );
      if (failure.code === 'PayloadTooLarge' || expectsContinue(incoming)) failure.headers.connection = 'close';
      if (operation.protocol === 'tus') failure.headers['tus-resumable'] = tusVersion;
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

/** Bytes that are streamed are told from others by what is said of them. */
function bodyHashOf(incoming: IncomingMessage, bytes: Buffer, isStreamed: boolean): string {
  const digest = hash('sha256', bytes, 'base64url');
  if (!isStreamed) return digest;
  const { 'content-length': length = '', 'content-type': type = '' } = incoming.headers;
  const kind = type.replace(/boundary=.*$/, '');
  return `${digest} ${hash('sha256', `${length} ${kind} ${searchOf(incoming)}`, 'base64url')}`;
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

function streamEvents(
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

/** The verb of an operation with `application/octet-stream` returns this: its type says so. */
function trustStreamed(answer: unknown): StreamedAnswer {
  return answer as StreamedAnswer;
}

/** Each verb takes what its own operation's schemas have parsed: `mount` pairs them by name, so the types agree. */
function trustVerb(verb: unknown): (service: Service, call: Call) => Promise<unknown> {
  return verb as (service: Service, call: Call) => Promise<unknown>;
}
