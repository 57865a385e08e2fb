import type { ServerResponse } from 'node:http';
import { CallerLeft, callAfter, TaskdeckError } from '#contract';
import { whenClosed } from '../when-closed.ts';
import { refusalNow } from './authorise.ts';
import type { Exchange, Plan } from './exchange.ts';

/**
 * Returns a signal that aborts when the caller leaves, the service stops, or the caller may no longer make the request:
 * its key, session or operator was changed or deleted, or its token expires. `exchange.rights` tells of the last.
 */
export function signalOf(plan: Plan, exchange: Exchange): AbortSignal {
  const { outgoing, caller } = exchange;
  const { stopping, accessChanges, clock } = plan.service;
  const left = leftSignal(outgoing, stopping);
  if (plan.operation.scopes === 'anonymous') return left;

  const ended = new AbortController();
  exchange.rights = ended.signal;
  const check = () => {
    refusalNow(plan, exchange).then(
      (refusal) => refusal && ended.abort(refusal),
      () => {}, // the database is away: when it is back, this is called again
    );
  };
  const unsubscribe = accessChanges.subscribe(check);
  check(); // of a change between the authentication and now
  const expire = () => ended.abort(new TaskdeckError('Unauthenticated', 'the token has expired'));
  const cancelExpiry = callAfter((caller.expiresAt ?? Number.POSITIVE_INFINITY) - clock.now(), expire);
  whenClosed(outgoing, () => {
    unsubscribe();
    cancelExpiry();
  });
  return AbortSignal.any([left, ended.signal]);
}

/** Aborts when the caller leaves before its answer is complete, or the service stops. */
function leftSignal(outgoing: ServerResponse, stopping: AbortSignal): AbortSignal {
  const left = new AbortController();
  whenClosed(outgoing, () => {
    if (!outgoing.writableFinished) left.abort(new CallerLeft('the caller left'));
  });
  return AbortSignal.any([left.signal, stopping]);
}
