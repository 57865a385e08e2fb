import { setTimeout as sleep } from 'node:timers/promises';
import { limits, TaskdeckError } from '#contract';
import { committingWith, type Database, type Transaction } from '#database';
import { keysOf, type SecretsKey, seal, unseal } from '#engine';

/** A complete answer, as it is stored and repeated. */
export type StoredAnswer = { status: number; body: string | null; headers: Record<string, string> };

type Request = { identity: string; key: string; operation: string; bodyHash: string };

/** A claim without a heartbeat for this long belongs to a dead process: the next request with its key replaces it. */
const claimInSeconds = 9;
const waitForOtherInMs = 10_000;
const touchEveryMs = 2_000;

/** Larger answers are not stored: a retry gets the current state. */
const maximumKeptCharacters = 1_048_576;
const notKept = 'not kept';

/**
 * Does the work of a change once for each key of a caller: a later request with the same key and body gets the first
 * answer for 24 hours, one with another body 409 `IdempotencyKeyReused`. A request made while the first is under way
 * waits for it, then gets 409 `IdempotencyKeyInUse`. A failure is not kept: the key can be used again.
 *
 * A command of engine or state commits together with the note that it was done, so also a process that dies before it has
 * stored its answer does not make a retry do the work twice: then `answerAgain` tells how things are now. While that
 * process lives its answer is waited for, so that all who ask at the same time are told the same.
 */
export async function onceForKey(
  { database, secretsKey }: { database: Database; secretsKey: SecretsKey },
  request: Request,
  work: () => Promise<StoredAnswer>,
  answerAgain: () => Promise<StoredAnswer>,
): Promise<{ answer: StoredAnswer; isReplay: boolean }> {
  const deadline = performance.now() + waitForOtherInMs;
  while (!(await claim(database, request))) {
    const stored = await readStored(database, secretsKey, request);
    if (stored === 'done') return { answer: await answerAgain(), isReplay: true };
    if (stored !== undefined) return { answer: stored, isReplay: true };
    if (performance.now() > deadline)
      throw new TaskdeckError('IdempotencyKeyInUse', 'a request with this Idempotency-Key is still under way');
    await sleep(50);
  }
  const touching = keepTouching(database, request);
  try {
    const answer = await committingWith(doneMarker(request), work);
    if ((answer.body?.length ?? 0) > maximumKeptCharacters) await giveUpAnswer(database, request);
    else await store(database, secretsKey, request, answer);
    return { answer, isReplay: false };
  } catch (error) {
    await release(database, request);
    throw error;
  } finally {
    clearInterval(touching);
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

async function claim(database: Database, { identity, key, operation, bodyHash }: Request): Promise<boolean> {
  const claimed = await database`
    insert into idempotent_answer as answer (identity, key, operation, body_hash)
    values (${identity}, ${key}, ${operation}, ${bodyHash})
    on conflict (identity, key) do update set operation = excluded.operation, body_hash = excluded.body_hash,
      claimed_on = now(), status = null, sealed_answer = null, sealed_with = null
    where (answer.status is null and answer.claimed_on < now() - make_interval(secs => ${claimInSeconds}))
      or answer.claimed_on < now() - make_interval(hours => ${limits.idempotencyKeyHours})`;
  return claimed.count > 0;
}

async function readStored(
  database: Database,
  secretsKey: SecretsKey,
  request: Request,
): Promise<StoredAnswer | 'done' | undefined> {
  const [row] = await database<
    {
      body_hash: string;
      operation: string;
      status: number | null;
      sealed_answer: Buffer | null;
      sealed_with: string | null;
      is_touched: boolean;
    }[]
  >`
    select body_hash, operation, status, sealed_answer, sealed_with,
      claimed_on > now() - make_interval(secs => ${claimInSeconds}) as is_touched
    from idempotent_answer where identity = ${request.identity} and key = ${request.key}`;
  if (row === undefined) return undefined;
  if (row.body_hash !== request.bodyHash || row.operation !== request.operation)
    throw new TaskdeckError('IdempotencyKeyReused', 'this Idempotency-Key was used for another request');
  if (row.sealed_answer === null) {
    const isUnderWay = row.status === null || (row.is_touched && row.sealed_with !== notKept);
    return isUnderWay ? undefined : 'done';
  }
  const sealedWith = row.sealed_with ?? '';
  if (!keysOf(secretsKey, 'answers').has(sealedWith))
    throw new TaskdeckError('IdempotencyKeyReused', 'this request was answered by a service with another secrets key');
  return trustStored(
    JSON.parse(unseal(secretsKey, 'answers', { sealed: row.sealed_answer, sealedWith }, labelOf(request))),
  );
}

/** Encrypts the answer, because it may contain an API key. */
async function store(
  database: Database,
  secretsKey: SecretsKey,
  request: Request,
  answer: StoredAnswer,
): Promise<void> {
  const { sealed, sealedWith } = seal(secretsKey, 'answers', JSON.stringify(answer), labelOf(request));
  await database`
    update idempotent_answer set status = ${answer.status}, sealed_answer = ${sealed}, sealed_with = ${sealedWith}
    where identity = ${request.identity} and key = ${request.key}`;
}

async function giveUpAnswer(database: Database, { identity, key }: Request): Promise<void> {
  await database`
    update idempotent_answer set status = 200, sealed_with = ${notKept} where identity = ${identity} and key = ${key}`;
}

/**
 * Records in the command's own transaction that it is done. The transaction fails when another process considered this
 * one dead and has done it. A command of several transactions records it in each.
 */
function doneMarker(request: Request): (transaction: Transaction) => Promise<void> {
  let isMarked = false;
  return async (transaction) => {
    if (isMarked) return markDone(transaction, request);
    const { identity, key } = request;
    const marked = await transaction`
      update idempotent_answer set status = 200 where identity = ${identity} and key = ${key} and status is null`;
    if (marked.count === 0)
      throw new TaskdeckError('IdempotencyKeyInUse', 'another request with this Idempotency-Key was quicker');
    isMarked = true;
  };
}

async function markDone(database: Transaction, { identity, key }: Request): Promise<void> {
  await database`update idempotent_answer set status = 200 where identity = ${identity} and key = ${key}`;
}

async function release(database: Database, request: Request): Promise<void> {
  await database`
    delete from idempotent_answer where identity = ${request.identity} and key = ${request.key} and status is null`;
}

function labelOf(request: Request): string {
  return `${request.identity} ${request.key}`;
}

/** Decrypts what `store` wrote: authenticated encryption guarantees its shape. */
function trustStored(parsed: unknown): StoredAnswer {
  return parsed as StoredAnswer;
}
