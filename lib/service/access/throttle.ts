import type { Database } from '#database';

/** Attempts before the first delay, and the longest delay. An address may stand for many people, so it gets more. */
const rules = {
  account: { free: 5, maximumDelayInSeconds: 300 },
  address: { free: 30, maximumDelayInSeconds: 900 },
} as const;

/** Failures are forgotten when nobody tried for this long. */
const forgottenAfterInMinutes = 60;

export type ThrottleSubject = { kind: keyof typeof rules; value: string };

/**
 * Asks leave for a sign-in attempt. It is counted as failed at once, so that attempts made at the same time cannot all
 * pass before the first has failed; `forgiveAttempts` takes it back. Resolves with the seconds to wait where there is
 * no leave. After the free attempts the delay doubles with each: 1 s, 2 s, 4 s … A free attempt blocks until 1970: of
 * two at the same time the one that began first may come second.
 */
export async function askLeave(database: Database, subjects: readonly ThrottleSubject[]): Promise<number | undefined> {
  for (const subject of subjects) {
    const { free, maximumDelayInSeconds } = rules[subject.kind];
    const name = nameOf(subject);
    const [allowed] = await database`
      insert into sign_in_throttle as throttle (subject, failures, blocked_until) values (${name}, 1, 'epoch')
      on conflict (subject) do update set
        failures = case when throttle.last_attempt_on < now() - make_interval(mins => ${forgottenAfterInMinutes})
          then 1 else throttle.failures + 1 end,
        blocked_until = case when throttle.last_attempt_on < now() - make_interval(mins => ${forgottenAfterInMinutes})
          or throttle.failures + 1 < ${free} then 'epoch'
          else now() + make_interval(secs => least(power(2, least(throttle.failures + 1 - ${free}, 20)), ${maximumDelayInSeconds}))
          end,
        last_attempt_on = now()
      where throttle.blocked_until <= now()
      returning 1`;
    if (allowed !== undefined) continue;
    const [blocked] = await database<{ seconds: number }[]>`
      select greatest(ceil(extract(epoch from blocked_until - now())), 1)::int as seconds
      from sign_in_throttle where subject = ${name}`;
    return blocked?.seconds ?? 1;
  }
  return undefined;
}

/** Forgets an account's failures and takes this attempt back from its address, after a password was right. */
export async function forgiveAttempts(database: Database, subjects: readonly ThrottleSubject[]): Promise<void> {
  for (const subject of subjects) {
    if (subject.kind === 'account') await database`delete from sign_in_throttle where subject = ${nameOf(subject)}`;
    else
      await database`
        update sign_in_throttle set failures = greatest(failures - 1, 0), blocked_until = 'epoch'
        where subject = ${nameOf(subject)}`;
  }
}

function nameOf(subject: ThrottleSubject): string {
  return `${subject.kind}:${subject.value}`;
}
