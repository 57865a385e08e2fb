import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation, OperationName, Scope } from '#contract';
import type { Caller } from '../../access/caller.ts';
import type { Recorded } from '../../audit/pending.ts';
import type { RateLimitHeaders } from '../../callers/caller-limits.ts';
import type { Place } from '../../callers/turns-by-network.ts';
import type { Service } from '../../service.ts';
import type { Observe } from '../../system/metrics.ts';
import type { Call } from '../../verb.ts';

/** An operation with its verb: everything known before a request arrives. */
export type Plan = {
  name: OperationName;
  operation: Operation;
  verb: (service: Service, call: Call) => Promise<unknown>;
  service: Service;
  observe: Observe;
  addressOf: (incoming: IncomingMessage) => string;
};

/** A turn that a request has, or waits for. */
export type Turn = { enter(place?: Place): Promise<void>; leave(): void };

/** A request in progress. The stages add its caller and its target. */
export type Exchange = Recorded & {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** The caller as last checked: while the request waits, scopes can be taken away. */
  caller: Caller;
  /** Optional scopes that decided what the answer shows. */
  usedScopes: Set<Scope>;
  /** What is left of the caller's requests. */
  rateLimit?: RateLimitHeaders;
  /** Aborts, with the refusal as its reason, when the caller may no longer make the request. Only while it waits. */
  rights?: AbortSignal;
  /** Its turn among the reads or changes of its owner, which ends with the request. */
  turn?: Turn;
  /** The body came too slowly, which has been answered. */
  isTooSlow?: boolean;
};
