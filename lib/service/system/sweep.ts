import type { Logger } from 'pino';
import { limits } from '#contract';
import type { Database } from '#database';
import { isDatabaseAway } from '../http/problem.ts';

const everyMs = 600_000;

/** Removes, every ten minutes, what nobody can use any more: old answers, ended sessions, forgotten failures. */
export function startSweeping(database: Database, logger: Logger): () => Promise<void> {
  let underWay: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    underWay = sweep(database).catch((error: unknown) => {
      if (!isDatabaseAway(error)) logger.error({ error }, 'sweeping failed');
    });
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return underWay;
  };
}

/** Sessions are kept for a week after their end, so that the audit trail can still be told apart from them. */
export async function sweep(database: Database): Promise<void> {
  await database`
    delete from idempotent_answer where claimed_on < now() - make_interval(hours => ${limits.idempotencyKeyHours})`;
  await database`delete from session where expires_on < now() - interval '7 days'`;
  await database`delete from sign_in_throttle where last_attempt_on < now() - interval '1 day'`;
}
