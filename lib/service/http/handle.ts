import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { CallerLeft } from '#contract';
import { anonymous } from '../access/caller.ts';
import { refuseAmbiguous, requestIdOf } from './headers.ts';
import { refuseBadPath } from './parse-input.ts';
import { type Failure, toFailure } from './problem.ts';
import { pathOf } from './request-path.ts';
import { answer, answerFailure } from './stages/answer.ts';
import { audit } from './stages/audit.ts';
import { authenticate } from './stages/authenticate.ts';
import { authorise } from './stages/authorise.ts';
import type { Exchange, Plan } from './stages/exchange.ts';
import { keepWithinBounds, requireBounded } from './stages/keep-within-bounds.ts';
import { parserOf } from './stages/parse.ts';
import { performerOf } from './stages/perform.ts';
import { requireProof, requireProofToDelete } from './stages/prove.ts';
import { requireApproval } from './stages/second-person.ts';
import { AnswerCutOff, alreadySent } from './stream-answer.ts';
import { tooSlow } from './too-slow.ts';

export type ServiceBindings = { Bindings: HttpBindings };

/** One operation over HTTP: authenticate, authorise, parse, perform (once for its key), audit, answer. */
export function createHandler(plan: Plan): (c: Context<ServiceBindings>) => Promise<Response> {
  const { name, operation, service, observe } = plan;
  const parse = parserOf(plan);
  const perform = performerOf(plan);

  return async (c) => {
    const startedAt = performance.now();
    const exchange = begin(plan, c);
    const { incoming, outgoing, requestId } = exchange;
    let status = 500;
    try {
      refuseBadPath(pathOf(incoming));
      refuseAmbiguous(incoming);
      await authenticate(plan, exchange);
      authorise(operation, exchange.caller);
      requireBounded(operation, exchange.caller);
      await requireProof(plan, exchange);
      const call = await parse(exchange);
      if (call.body !== undefined) await requireProof(plan, exchange); // the body may have taken longer than a proof lasts
      await keepWithinBounds(plan, call);
      await requireProofToDelete(plan, exchange, call);
      await requireApproval(plan, call);
      const answered = await perform(exchange, call);
      status = outgoing.headersSent ? outgoing.statusCode : answered.status;
      await audit(plan, exchange, status);
      return answer(plan, exchange, answered);
    } catch (error) {
      if (error instanceof AnswerCutOff) return alreadySent();
      const failure = exchange.isTooSlow ? tooSlow() : toFailure(refusalOf(exchange) ?? error);
      status = failure.status;
      if (exchange.isTooSlow) {
        await auditRefusal(plan, exchange, failure);
        return alreadySent();
      }
      if (error instanceof CallerLeft || incoming.readableAborted) return new Response(null, { status: 400 });
      if (failure.isUnforeseen) service.logger.error({ requestId, operation: name, error }, 'request failed');
      await auditRefusal(plan, exchange, failure);
      return answerFailure(plan, exchange, failure);
    } finally {
      exchange.turn?.leave();
      const tookInMs = performance.now() - startedAt;
      observe(name, status, tookInMs / 1_000);
      service.logger.debug({ requestId, operation: name, status, tookInMs }, 'request');
    }
  };
}

/** What refuses a caller who has lost the rights while the request went on, whatever failed because of that. */
function refusalOf({ rights }: Exchange): unknown {
  return rights?.aborted ? rights.reason : undefined;
}

function begin({ addressOf }: Plan, c: Context<ServiceBindings>): Exchange {
  const { incoming, outgoing } = c.env;
  return {
    incoming,
    outgoing,
    requestId: requestIdOf(incoming),
    address: addressOf(incoming),
    caller: anonymous,
    usedScopes: new Set(),
    note: {},
    subject: { params: c.req.param() },
  };
}

/** Answers a refusal also when its record cannot be written. */
async function auditRefusal(plan: Plan, exchange: Exchange, failure: Failure): Promise<void> {
  try {
    await audit(plan, exchange, failure.status, failure);
  } catch (error) {
    const { requestId } = exchange;
    plan.service.logger.error({ requestId, operation: plan.name, error }, 'refusal not audited');
  }
}
