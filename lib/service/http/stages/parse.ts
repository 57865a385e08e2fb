import { createHash, hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Call } from '../../verb.ts';
import { idempotencyKeyOf, ifMatchOf, mustNotExist, refuseConditions } from '../headers.ts';
import { type PageOf, unbindToken } from '../page-binding.ts';
import { parserOfParams, parserOfQuery } from '../parse-input.ts';
import { searchOf } from '../request-path.ts';
import { whenClosed } from '../when-closed.ts';
import { authoriseAgain, refusalNow } from './authorise.ts';
import type { Exchange, Plan } from './exchange.ts';
import { namespaceOf } from './namespace.ts';
import { signalOf } from './rights.ts';
import { bodyTakerOf } from './take-body.ts';

/**
 * Returns the function that parses a request by the schemas of its operation. It throws `InvalidRequest` and similar
 * errors.
 */
export function parserOf(plan: Plan): (exchange: Exchange) => Promise<Call> {
  const { operation } = plan;
  const paramsOf = parserOfParams(operation);
  const queryOf = parserOfQuery(operation);
  const takeBody = bodyTakerOf(plan);
  const isChange = operation.method !== 'GET';
  const takesIfMatch = operation.isConditional === true && isChange;
  const takesIfNoneMatch = operation.isConditional === true && operation.method === 'PUT';
  const conditions = [
    ...(takesIfMatch ? ['If-Match' as const] : []),
    ...(takesIfNoneMatch ? ['If-None-Match' as const] : []),
  ];
  const isRecord = operation.method === 'GET' && operation.mediaType === undefined && operation.scopes !== 'anonymous';
  const takesPlace = isRecord || operation.takesTurn === true;

  return async (exchange) => {
    const { incoming, subject, caller, note, address, requestId } = exchange;
    const params = paramsOf(subject.params);
    const given = queryOf(searchOf(incoming));
    if (isChange) refuseConditions(incoming, conditions);
    const ifMatch = takesIfMatch ? ifMatchOf(incoming) : undefined;
    const key = idempotencyKeyOf(incoming);
    const namespace = await namespaceOf(plan, exchange);
    const query = unbound(given, { caller, namespace, incoming });
    const isNew = takesIfNoneMatch && mustNotExist(incoming);
    let signalled: AbortSignal | undefined;
    const signal = () => {
      signalled ??= signalOf(plan, exchange);
      return signalled;
    };
    const { body, bytes, content } = await takeBody(exchange, signal);
    const turn = () => {
      const later = plan.service.callers.answer(exchange);
      if (later !== undefined) exchange.turn?.leave();
      return later?.then(() => authoriseAgain(plan, exchange));
    };
    if (operation.mediaType === 'text/event-stream' || waitsIn(query) || waitsIn(body))
      whenClosed(exchange.outgoing, plan.service.callers.wait(caller));
    else if (takesPlace) await turn();
    return {
      params,
      query,
      body,
      content,
      caller: exchange.caller,
      may: (scope) => {
        const isAllowed = exchange.caller.scopes.has(scope);
        if (isAllowed) exchange.usedScopes.add(scope);
        return isAllowed;
      },
      noteShown: (target, pointers) => {
        if (pointers.length === 0) return;
        note.revealed ??= [];
        note.revealed.push({ target, pointers });
      },
      namespace,
      ifMatch: ifMatch?.etag,
      mustExist: ifMatch?.isGiven === true && ifMatch.etag === undefined,
      mustNotExist: isNew,
      isHead: incoming.method === 'HEAD',
      requestHeaders: incoming.headers,
      hasCreated: false,
      answerHeaders: {},
      idempotency:
        key === undefined ? undefined : { key, bodyHash: bodyHashOf(incoming, bytes, content !== undefined) },
      address,
      requestId,
      signal,
      turn,
      inTurn: (work) => work(),
      outOfTurn: (work) => work(),
      stillAllowed: async () => (await refusalNow(plan, exchange)) === undefined,
      note,
      subject,
    };
  };
}

/** The parameters with the token of the list itself in place of that of the page. */
function unbound(query: unknown, page: Omit<PageOf, 'query'>): unknown {
  if (typeof query !== 'object' || query === null || !('continuationToken' in query)) return query;
  const { continuationToken: token } = query;
  return typeof token === 'string' ? { ...query, continuationToken: unbindToken({ ...page, query }, token) } : query;
}

/** Whether the parameters or the body of a request ask for a wait. */
function waitsIn(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'waitInMs' in part && Number(part.waitInMs) > 0;
}

/** The hash of a body and of the conditions beside it. Streamed requests are compared by length, type and query. */
function bodyHashOf(incoming: IncomingMessage, bytes: Buffer, isStreamed: boolean): string {
  const { 'if-match': match, 'if-none-match': noneMatch } = incoming.headers;
  const conditions = match === undefined && noneMatch === undefined ? '' : JSON.stringify([match, noneMatch]);
  const digest = createHash('sha256').update(bytes).update(conditions).digest('base64url');
  if (!isStreamed) return digest;
  const { 'content-length': length = '', 'content-type': type = '' } = incoming.headers;
  const kind = type.replace(/boundary=.*$/, '');
  return `${digest} ${hash('sha256', `${length} ${kind} ${searchOf(incoming)}`, 'base64url')}`;
}
