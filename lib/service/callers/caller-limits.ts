import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Exchanged, limits, OwnerPlaces, type QuotaInput } from '#contract';
import type { Database } from '#database';
import { type Caller, ownerOf } from '../access/caller.ts';
import { HttpError } from '../http/problem.ts';
import { CountedUse, type MeasuredUse } from './counted-use.ts';
import { QueuedTasks } from './queued-tasks.ts';
import { TokenBuckets } from './token-buckets.ts';
import { UntakenAnswers } from './untaken-answers.ts';

/** What one caller may take of a service process, so that the others get theirs. */
export type CallerLimitsConfig = {
  requestsPerSecond: number;
  concurrentWaits: number;
  queuedTasks: number;
  storedBytesPerHour: number;
};

/** Headers of the IETF draft "RateLimit header fields for HTTP". */
export type RateLimitHeaders = { 'ratelimit-policy': string; ratelimit: string };

/** Unused requests of this many seconds may come at once. */
const burstInSeconds = 2;

const secondsOfAnHour = 3_600;

/** More than the service has connections to the database. Searches and comparisons that wait for their turn count too. */
const unreadAnswers = 32;

/** The bytes of bodies of one owner that are in memory at one time: four of the largest. */
const bodyBytes = 4 * limits.requestBodyBytes;

/** The characters of answers of one owner that are not taken: more than reads that take turns can have. */
const untakenCharacters = unreadAnswers * limits.statePageBytes;

/** How many things one caller deletes one by one in an hour, where deletes of many wait for a second person. */
export const singleDeletesPerHour = 25;

/** The limits of each caller after authentication. Keys of one operator or service account share them. */
export class CallerLimits {
  readonly #config: CallerLimitsConfig;
  readonly #requests: TokenBuckets;
  readonly #bytes: TokenBuckets;
  readonly #deletes = new TokenBuckets(singleDeletesPerHour / secondsOfAnHour, secondsOfAnHour);
  readonly #queued: QueuedTasks;
  readonly #waits = new Map<string, number>();
  readonly #unread = new OwnerPlaces(unreadAnswers);
  readonly #bodies = new OwnerPlaces(bodyBytes);
  readonly #untaken = new UntakenAnswers(untakenCharacters);
  readonly #counted = new CountedUse();
  #quotas: ReadonlyMap<string, QuotaInput> = new Map();

  constructor(database: Database, config: CallerLimitsConfig) {
    this.#config = config;
    this.#requests = new TokenBuckets(config.requestsPerSecond, burstInSeconds);
    this.#bytes = new TokenBuckets(config.storedBytesPerHour / secondsOfAnHour, secondsOfAnHour);
    this.#queued = new QueuedTasks(database);
  }

  /** Replaces the limits that owners have in place of those of the deployment. */
  setQuotas(quotas: ReadonlyMap<string, QuotaInput>): void {
    this.#quotas = quotas;
  }

  /** Returns the limits that apply to an owner. */
  limitsOf(owner: string): CallerLimitsConfig {
    const own = this.#quotas.get(owner);
    return own === undefined ? this.#config : limitsWith(this.#config, own);
  }

  /** Returns what owners used since the last call, with their open waits. */
  readUse(): Map<string, MeasuredUse & { waits: number }> {
    const uses = this.#counted.read();
    const owners = new Set([...uses.keys(), ...this.#waits.keys()]);
    const none: MeasuredUse = { requests: 0, storedBytes: 0 };
    return new Map([...owners].map((one) => [one, { ...(uses.get(one) ?? none), waits: this.#waits.get(one) ?? 0 }]));
  }

  /** Counts a request. Throws `TooManyRequests`. */
  request(caller: Caller): RateLimitHeaders {
    const owner = ownerOf(caller);
    const { requestsPerSecond } = this.limitsOf(owner);
    const { isAllowed, remaining, secondsToNext } = this.#requests.take(owner, undefined, 1, requestsPerSecond);
    this.#counted.addRequest(owner);
    const capacity = this.#requests.capacityAt(requestsPerSecond);
    const headers = {
      'ratelimit-policy': `"requests";q=${capacity};w=${burstInSeconds}`,
      ratelimit: `"requests";r=${remaining};t=${secondsToNext}`,
    };
    if (isAllowed) return headers;
    throw tooMany(
      `a caller may send ${requestsPerSecond} requests each second (requestsPerSecond), and ${capacity} have just come`,
      secondsToNext,
      { ...headers },
    );
  }

  /** Counts a delete of a single thing. Returns whether the caller has not deleted too many of them. */
  deleteOne(caller: Caller): boolean {
    return this.#deletes.take(ownerOf(caller)).isAllowed;
  }

  /** Counts a wait or stream until the returned function is called. Throws `TooManyRequests`. */
  wait(caller: Caller): () => void {
    const owner = ownerOf(caller);
    const waits = this.#waits.get(owner) ?? 0;
    const limit = this.limitsOf(owner).concurrentWaits;
    if (waits >= limit)
      throw tooMany(`the caller has ${waits} waits and streams, the limit (concurrentWaits) is ${limit}`, 1);
    this.#waits.set(owner, waits + 1);
    return () => {
      const left = (this.#waits.get(owner) ?? 1) - 1;
      if (left === 0) this.#waits.delete(owner);
      else this.#waits.set(owner, left);
    };
  }

  /** Returns a promise when the caller has to wait until it has taken enough of its earlier answers. */
  answer(exchange: Exchanged & { caller: Caller }): Promise<void> | undefined {
    return this.#unread.add(ownerOf(exchange.caller), exchange);
  }

  /** Returns a promise when the caller has to wait until there is room in memory for a body of this size. */
  holdBody(exchange: Exchanged & { caller: Caller }, bytes: number): Promise<void> | undefined {
    return this.#bodies.add(ownerOf(exchange.caller), exchange, bytes);
  }

  /** Tells that less of a body is in memory than was to be expected. */
  shrinkBody({ outgoing }: Exchanged, bytes: number): void {
    this.#bodies.shrink(outgoing, bytes);
  }

  /** Counts an answer that is made, and ends the connections with the oldest ones when too much is not taken. */
  holdAnswer({ caller, outgoing }: { caller: Caller; outgoing: ServerResponse }, characters: number): void {
    this.#untaken.add(ownerOf(caller), outgoing, characters);
  }

  /** Counts the bytes of a body when it has come. Throws `TooManyRequests` when those before it were too many. */
  store(caller: Caller, incoming: IncomingMessage): void {
    const owner = ownerOf(caller);
    const limit = this.limitsOf(owner).storedBytesPerHour;
    const perSecond = limit / secondsOfAnHour;
    const { isAllowed, secondsToNext } = this.#bytes.take(owner, performance.now(), 0, perSecond);
    if (!isAllowed)
      throw tooMany(
        `a caller may store ${limit} bytes in an hour (storedBytesPerHour), and ${this.#counted.bytesOf(owner)} have come in the last hour`,
        secondsToNext,
      );
    const before = incoming.socket.bytesRead - incoming.readableLength;
    incoming.once('close', () => {
      const bytes = arrivedBytes(incoming, before);
      if (!Number.isFinite(bytes)) return; // a call within the process has no socket
      this.#bytes.take(owner, performance.now(), bytes, perSecond);
      this.#counted.addBytes(owner, bytes);
    });
  }

  /** Creates a task of a caller and counts it. Throws `TooManyRequests`. */
  queueTask<T extends { isReplay: boolean }>(caller: Caller, create: () => Promise<T>): Promise<T> {
    const owner = ownerOf(caller);
    const { queuedTasks: limit } = this.limitsOf(owner);
    return this.#queued.create(owner, limit, {
      create,
      refuse: (queued) => tooMany(`the caller has ${queued} queued tasks, the limit (queuedTasks) is ${limit}`, 1),
    });
  }
}

/**
 * How many bytes of a body have come: those that its length says, or fewer when the caller left before. `before` is how
 * many the connection had read before the body.
 */
function arrivedBytes({ headers, complete, socket }: IncomingMessage, before: number): number {
  const declared = Number(headers['content-length'] ?? Number.NaN);
  const read = socket.bytesRead - before;
  if (Number.isNaN(declared)) return read;
  return complete ? declared : Math.min(declared, read);
}

/** The limits of the deployment with those of one owner in their place. */
export function limitsWith(config: CallerLimitsConfig, own: QuotaInput): CallerLimitsConfig {
  return {
    requestsPerSecond: own.requestsPerSecond ?? config.requestsPerSecond,
    concurrentWaits: own.concurrentWaits ?? config.concurrentWaits,
    queuedTasks: own.queuedTasks ?? config.queuedTasks,
    storedBytesPerHour: own.storedBytesPerHour ?? config.storedBytesPerHour,
  };
}

function tooMany(message: string, seconds: number, headers: Record<string, string> = {}): HttpError {
  return new HttpError('TooManyRequests', message, { 'retry-after': String(Math.max(1, seconds)), ...headers });
}
