import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { errorCodes, limits, TaskdeckError } from '#contract';
import { type Companion, committingWith, type Database, isLongAgo, isRecent } from '#database';
import { keysOf, type SecretsKey, seal, unseal } from '#engine';
import { isKeptHash, labelOfKey, ofAnotherKey, sealHash } from './kept-hash.ts';

/** A complete answer, as it is stored and repeated. */
export type StoredAnswer = { status: number; body: string | null; headers: Record<string, string> };

/** The codes with which a bulk change refused some of its entries, by their index. */
export type Refused = ReadonlyMap<number, z.infer<typeof errorCodes>>;

/** What is known of a change that was made and whose answer is not kept. */
export type Done = {
  refused: Refused;
  /** Of a lock that it acquired. */
  fencingToken: number | undefined;
};

const refusedParts = z.array(z.tuple([z.number(), errorCodes]));
const resultWithFailures = z.object({
  failures: z.array(z.object({ index: z.number(), code: errorCodes })).nonempty(),
});

type Request = {
  identity: string;
  key: string;
  operation: string;
  bodyHash: string;
  /** Throws what refuses the caller by now. Called after a wait, and before a first answer is told again. */
  lookAgain?(): Promise<void>;
  /** Does what waits for another request. Default: at once. */
  waiting?(wait: () => Promise<void>): Promise<void>;
};

/** A claim without a heartbeat for this long belongs to a dead process: the next request with its key replaces it. */
const claimInMs = 9_000;
const waitForOtherInMs = 10_000;
const touchEveryMs = 2_000;

/** Larger answers are not stored: a retry gets the current state. */
const maximumKeptCharacters = 1_048_576;
const notKept = 'not kept';

/**
 * Does the work of a change once for each key of a caller: a later request with the same key, body and conditions gets the
 * first answer for 24 hours, another one 409 `IdempotencyKeyReused`. A request made while the first is under way waits for
 * it, then gets 409 `IdempotencyKeyInUse`. A failure is not kept: the key can be used again.
 *
 * The work commits together with the note that it was done, so also a process that dies before it has stored its answer
 * does not make a retry do the work twice: then `answerAgain` tells how things are now, and which parts were refused, as
 * the note has their codes. While that process lives its answer is waited for, so that all who ask at the same time are
 * told the same. With `answerWith`, which makes the answer of what the transaction returns, the answer itself is part of
 * the commit.
 */
export async function onceForKey(
  { database, secretsKey }: { database: Database; secretsKey: SecretsKey },
  request: Request,
  work: () => Promise<StoredAnswer>,
  answerAgain: (done: Done) => Promise<StoredAnswer>,
  answerWith?: (result: unknown) => Promise<StoredAnswer>,
): Promise<{ answer: StoredAnswer; isReplay: boolean; isFirstAnswer: boolean }> {
  const claimed = await claimInTime(database, secretsKey, request);
  if (claimed !== 'claimed' && 'refused' in claimed)
    return { answer: await answerAgain(claimed), isReplay: true, isFirstAnswer: false };
  if (claimed !== 'claimed') return { answer: claimed, isReplay: true, isFirstAnswer: true };
  const touching = keepTouching(database, request);
  try {
    if (answerWith !== undefined) {
      const sealedOf = async (result: unknown) => sealAnswer(secretsKey, request, await answerWith(result));
      const answer = await committingWith(doneMarker(request, sealedOf), work);
      return { answer, isReplay: false, isFirstAnswer: true };
    }
    const answer = await committingWith(doneMarker(request), work);
    if ((answer.body?.length ?? 0) > maximumKeptCharacters) await giveUpAnswer(database, request);
    else await store(database, secretsKey, request, answer);
    return { answer, isReplay: false, isFirstAnswer: true };
  } catch (error) {
    await release(database, request);
    throw error;
  } finally {
    clearInterval(touching);
  }
}

/**
 * Claims a key, or returns the answer of the request that has it, for which it waits. The caller's rights may have ended
 * meanwhile: `request.lookAgain` throws what refuses it now. That is asked for each answer that is told again, as also
 * what comes before takes time on a busy machine.
 */
async function claimInTime(
  database: Database,
  secretsKey: SecretsKey,
  request: Request,
): Promise<StoredAnswer | 'claimed' | Done> {
  const deadline = performance.now() + waitForOtherInMs;
  for (let tries = 1; ; tries++) {
    const found = (await claim(database, secretsKey, request))
      ? 'claimed'
      : await readStored(database, secretsKey, request);
    const isOver = performance.now() > deadline;
    const isReplay = found !== undefined && found !== 'claimed';
    if (isReplay || isOver || (found === 'claimed' && tries > 1)) await lookAgain(database, request, found);
    if (found !== undefined) return found;
    if (isOver)
      throw new TaskdeckError('IdempotencyKeyInUse', 'a request with this Idempotency-Key is still under way');
    await (request.waiting ?? atOnce)(() => sleep(50));
  }
}

const atOnce = (wait: () => Promise<void>) => wait();

async function lookAgain(database: Database, request: Request, found: unknown): Promise<void> {
  try {
    await request.lookAgain?.();
  } catch (error) {
    if (found === 'claimed') await release(database, request);
    throw error;
  }
}

/** Extends the claim of a long upload. */
function keepTouching(database: Database, { identity, key }: Request): NodeJS.Timeout {
  return setInterval(() => {
    database`
      update idempotent_answer set claimed_on = now() where identity = ${identity} and key = ${key} and sealed_answer is null
    `.catch(() => {}); // the claim only gets older
  }, touchEveryMs).unref();
}

async function claim(database: Database, secretsKey: SecretsKey, request: Request): Promise<boolean> {
  const { identity, key, operation, bodyHash } = request;
  const claimed = await database`
    insert into idempotent_answer as answer (identity, key, operation, body_hash)
    values (${identity}, ${key}, ${operation}, ${sealHash(secretsKey, bodyHash, labelOfKey(request))})
    on conflict (identity, key) do update set operation = excluded.operation, body_hash = excluded.body_hash,
      claimed_on = now(), status = null, sealed_answer = null, sealed_with = null, refused = null,
      fencing_token = null
    where (answer.status is null and ${isLongAgo(database, 'answer.claimed_on', claimInMs)})
      or ${isLongAgo(database, 'answer.claimed_on', limits.idempotencyKeyHours * 3_600_000)}`;
  return claimed.count > 0;
}

async function readStored(
  database: Database,
  secretsKey: SecretsKey,
  request: Request,
): Promise<StoredAnswer | Done | undefined> {
  const [row] = await database<
    {
      body_hash: string;
      operation: string;
      status: number | null;
      sealed_answer: Buffer | null;
      sealed_with: string | null;
      refused: string | null;
      fencing_token: number | null;
      is_touched: boolean;
    }[]
  >`
    select body_hash, operation, status, sealed_answer, sealed_with, refused, fencing_token,
      ${isRecent(database, 'claimed_on', claimInMs)} as is_touched
    from idempotent_answer where identity = ${request.identity} and key = ${request.key}`;
  if (row === undefined) return undefined;
  const isSame = isKeptHash(secretsKey, row.body_hash, request.bodyHash, labelOfKey(request));
  if (!isSame || row.operation !== request.operation)
    throw new TaskdeckError('IdempotencyKeyReused', 'this Idempotency-Key was used for another request');
  if (row.sealed_answer === null) {
    const isUnderWay = row.status === null || (row.is_touched && row.sealed_with !== notKept);
    if (isUnderWay) return undefined;
    const refused = new Map(refusedParts.parse(JSON.parse(row.refused ?? '[]')));
    return { refused, fencingToken: row.fencing_token ?? undefined };
  }
  const sealedWith = row.sealed_with ?? '';
  if (!keysOf(secretsKey, 'answers').has(sealedWith)) throw ofAnotherKey();
  return trustStored(
    JSON.parse(unseal(secretsKey, 'answers', { sealed: row.sealed_answer, sealedWith }, labelOfKey(request))),
  );
}

type Sealed = ReturnType<typeof seal>;

/** Encrypts an answer, because it may contain an API key. */
function sealAnswer(secretsKey: SecretsKey, request: Request, answer: StoredAnswer): Sealed {
  return seal(secretsKey, 'answers', JSON.stringify(answer), labelOfKey(request));
}

async function store(
  database: Database,
  secretsKey: SecretsKey,
  request: Request,
  answer: StoredAnswer,
): Promise<void> {
  const { sealed, sealedWith } = sealAnswer(secretsKey, request, answer);
  await database`
    update idempotent_answer set status = ${answer.status}, sealed_answer = ${sealed}, sealed_with = ${sealedWith}
    where identity = ${request.identity} and key = ${request.key}`;
}

async function giveUpAnswer(database: Database, { identity, key }: Request): Promise<void> {
  await database`
    update idempotent_answer set status = 200, sealed_with = ${notKept} where identity = ${identity} and key = ${key}`;
}

const withFencingToken = z.object({ fencingToken: z.number() });

/** Returns which parts of a bulk change were refused, as JSON. */
function refusedIn(result: unknown): string | null {
  const { data } = resultWithFailures.safeParse(result);
  return data === undefined ? null : JSON.stringify(data.failures.map(({ index, code }) => [index, code]));
}

/**
 * Records in the command's own transaction that it is done, what is known of it (`Done`), and with `sealedOf` its answer. The transaction fails when
 * another process considered this one dead and has done it. A command of several transactions records it in each.
 */
function doneMarker(request: Request, sealedOf?: (result: unknown) => Promise<Sealed>): Companion {
  let isMarked = false;
  return async (transaction, result) => {
    const { identity, key } = request;
    const { sealed = null, sealedWith = null } = (await sealedOf?.(result)) ?? {};
    const marked = await transaction`
      update idempotent_answer set status = 200, sealed_answer = ${sealed}, sealed_with = ${sealedWith},
        refused = ${refusedIn(result)}::text::jsonb, fencing_token = ${withFencingToken.safeParse(result).data?.fencingToken ?? null}
      where identity = ${identity} and key = ${key} and (status is null or ${isMarked})`;
    if (marked.count === 0)
      throw new TaskdeckError('IdempotencyKeyInUse', 'another request with this Idempotency-Key was quicker');
    isMarked = true;
  };
}

async function release(database: Database, request: Request): Promise<void> {
  await database`
    delete from idempotent_answer where identity = ${request.identity} and key = ${request.key} and status is null`;
}

/** Decrypts what `store` wrote: authenticated encryption guarantees its shape. */
function trustStored(parsed: unknown): StoredAnswer {
  return parsed as StoredAnswer;
}
