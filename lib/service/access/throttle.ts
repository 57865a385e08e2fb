import { hash } from 'node:crypto';
import type { Database, Fragment } from '#database';

/**
 * Attempts before the first delay, and the longest delay. An address may stand for many people, so it gets more. An
 * account counts the first failures of each network only, so that no network alone can make the others wait.
 */
const rules = {
  pair: { free: 5, maximumDelayInSeconds: 300 },
  address: { free: 30, maximumDelayInSeconds: 900 },
  account: { free: 50, maximumDelayInSeconds: 300 },
} as const;

/** After this time without an attempt, the failures are deleted. */
const forgottenAfterInMinutes = 60;

/** What failures are counted for: an account from a network, a network, or an account from anywhere. */
export type ThrottleSubject = { kind: keyof typeof rules; value: string };

/** An attempt that may go on, with the failures of its subject including itself, or the seconds to wait. */
type Admission = { failures: number } | { seconds: number };

/**
 * Admits a sign-in attempt, or returns how long it has to wait. It is counted as failed at once, so that attempts made
 * at the same time cannot all pass before the first has failed; `forgiveAttempts` takes it back. After the free attempts
 * the delay doubles with each: 1 s, 2 s, 4 s … A free attempt blocks until 1970: of two at the same time, the one that
 * began first may come second.
 */
export async function admitAttempt(database: Database, subject: ThrottleSubject): Promise<Admission> {
  const { free, maximumDelayInSeconds } = rules[subject.kind];
  const name = nameOf(subject);
  const [allowed] = await database<{ failures: number }[]>`
    insert into sign_in_throttle as throttle (subject, failures, blocked_until) values (${name}, 1, 'epoch')
    on conflict (subject) do update set
      failures = case when throttle.last_attempt_on < now() - make_interval(mins => ${forgottenAfterInMinutes})
        then 1 else throttle.failures + 1 end,
      blocked_until = case when throttle.last_attempt_on < now() - make_interval(mins => ${forgottenAfterInMinutes})
        or throttle.failures + 1 < ${free} then 'epoch'
        else now() + make_interval(secs => least(power(2, least(throttle.failures + 1 - ${free}, 20)), ${maximumDelayInSeconds}))
        end,
      last_attempt_on = now()
    where not ${isBlocked(database, subject)}
    returning failures`;
  if (allowed !== undefined) return allowed;
  return { seconds: (await secondsToWait(database, subject)) ?? 1 };
}

/**
 * The seconds that an attempt has to wait; `undefined` when there is nothing to wait for. Counts nothing. `blocked_until`
 * is rounded to milliseconds, which must not add a second.
 */
export async function secondsToWait(database: Database, subject: ThrottleSubject): Promise<number | undefined> {
  const [blocked] = await database<{ seconds: number }[]>`
    select greatest(ceil(extract(epoch from blocked_until - now()) - 0.001), 1)::int as seconds
    from sign_in_throttle as throttle where subject = ${nameOf(subject)} and ${isBlocked(database, subject)}`;
  return blocked?.seconds;
}

/** A block that ends more than a second later than any lasts is of a clock that was set back since, and is over. */
function isBlocked(database: Database, { kind }: ThrottleSubject): Fragment {
  const { maximumDelayInSeconds } = rules[kind];
  return database`(throttle.blocked_until > now()
    and throttle.blocked_until <= now() + make_interval(secs => ${maximumDelayInSeconds + 1}))`;
}

/** Whether an attempt is one of the first of its subject, which are counted for its account too. */
export function isFree({ kind }: ThrottleSubject, failures: number): boolean {
  return failures <= rules[kind].free;
}

/** Forgets the failures of a pair, and takes this attempt back from the others, after a password was right. */
export async function forgiveAttempts(database: Database, subjects: readonly ThrottleSubject[]): Promise<void> {
  for (const subject of subjects) {
    if (subject.kind === 'pair') await database`delete from sign_in_throttle where subject = ${nameOf(subject)}`;
    else
      await database`
        update sign_in_throttle set failures = greatest(failures - 1, 0), blocked_until = 'epoch'
        where subject = ${nameOf(subject)}`;
  }
}

/** Takes an attempt back that was not checked after all. Whoever has to wait for earlier ones still does. */
export async function takeBackAttempt(database: Database, subjects: readonly ThrottleSubject[]): Promise<void> {
  await database`
    update sign_in_throttle set failures = greatest(failures - 1, 0)
    where subject = any(${subjects.map(nameOf)}::text[])`;
}

/** What was typed as a name can be a password, so it is stored as a hash. */
function nameOf({ kind, value }: ThrottleSubject): string {
  return `${kind}:${kind === 'address' ? value : hash('sha256', value, 'base64url')}`;
}
