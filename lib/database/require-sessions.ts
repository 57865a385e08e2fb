import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { ConfigError } from '#contract';
import { connect, type Database } from './connect.ts';

/** How often a pooler may have given the second connection another session before it counts as one's own. */
const tries = 5;

const advice =
  'Notifications, prepared statements and settings of sessions need a connection of their own: name PostgreSQL itself in DATABASE_URL, or a pooler that keeps a connection for each client (pool_mode=session)';

/**
 * Resolves when each connection of a database has a session of its own. Throws `ConfigError` when a pooler, such as PgBouncer
 * in transaction mode, gives a session to several connections, or refuses what a session needs.
 */
export async function requireSessions(url: string): Promise<void> {
  const options = { connections: 1, name: 'taskdeck start' };
  const [one, other] = [connect(url, options), connect(url, options)];
  try {
    if (await shareSession(one, other))
      throw new ConfigError(`DATABASE_URL leads to a pooler that gives one session to several connections. ${advice}`);
  } catch (error) {
    if (!isRefusedSetting(error)) throw error;
    throw new ConfigError(
      `DATABASE_URL leads to a pooler that refuses a connection (${error.message}). ${advice}, with these settings in ignore_startup_parameters`,
    );
  } finally {
    await Promise.all([one.end({ timeout: 1 }), other.end({ timeout: 1 })]);
  }
}

/** Resolves with whether a setting of one connection's session is that of another connection too. */
export async function shareSession(one: Database, other: Database): Promise<boolean> {
  const mark = randomUUID();
  for (let turn = 0; turn < tries; turn += 1) {
    // Without a prepared statement, which a pooler may lose
    await one.unsafe(`select set_config('taskdeck.session', '${mark}', false)`);
    const [row] = await other.unsafe<{ mark: string | null }[]>(
      `select current_setting('taskdeck.session', true) as mark`,
    );
    if (row?.mark === mark) return true;
  }
  return false;
}

/** PgBouncer refuses settings that it does not know when a connection begins. */
function isRefusedSetting(error: unknown): error is Error {
  return error instanceof postgres.PostgresError && /^unsupported startup parameter/.test(error.message);
}
