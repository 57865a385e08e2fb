import type { Database } from './connect.ts';

/** How often the listening connection of a pool is asked for an answer. */
const askEveryMs = 5_000;

/** The part of a database that tells what others commit. */
export type Listening = {
  listen(
    channel: string,
    onNotice: (payload: string) => void,
    onListen?: () => void,
  ): Promise<{ unlisten(): Promise<void> }>;
};

/** The pools whose listening connection is asked. */
const asked = new WeakSet<Listening>();

/**
 * Listens to a channel, on the one connection of a pool that listens; the driver replaces it when it is lost. `onListen` is
 * called each time that it listens anew: what was told in between is lost. Who only listens does not notice that nothing can
 * come any more, so the connection is asked again and again, and replaced when it does not answer (see `Reachability`).
 */
export async function listen(
  database: Listening,
  channel: string,
  onNotice: (payload: string) => void,
  onListen?: () => void,
): Promise<{ unlisten(): Promise<void> }> {
  const listening = await database.listen(channel, onNotice, onListen);
  askAgainAndAgain(database);
  return listening;
}

function askAgainAndAgain(database: Listening): void {
  if (asked.has(database)) return;
  asked.add(database);
  let isUnanswered = false;
  const timer = setInterval(() => {
    const pool = listeningPool(database);
    if (isUnanswered || pool === undefined) return;
    isUnanswered = true;
    pool
      .unsafe('select 1')
      .catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'CONNECTION_ENDED') clearInterval(timer);
      })
      .finally(() => {
        isUnanswered = false;
      });
  }, askEveryMs).unref();
}

/** The driver's pool of one connection that listens. It is a member of `listen`, which the types leave out. */
function listeningPool(database: Listening): Pick<Database, 'unsafe'> | undefined {
  return Reflect.get(database.listen, 'sql') as Pick<Database, 'unsafe'> | undefined;
}
