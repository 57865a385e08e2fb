import postgres from 'postgres';
import { type DatabaseHost, type Place, parseDatabaseUrl } from './database-url.ts';
import { openSocket, socketOpener } from './open-socket.ts';
import { PrimaryFinder, type Standing } from './primary-finder.ts';
import { tlsOfUrl } from './tls-of-url.ts';

/**
 * A connection pool. It differs from the defaults of postgres.js: `json` and `jsonb` stay text in both directions, so
 * that numbers keep all their digits (see `parseJson`). `bigint` is a JavaScript number, because keys and counts stay
 * below 2^53. `timestamptz` is RFC 3339 text in UTC with milliseconds, as in the contract's records.
 */
export type Database = postgres.Sql<DatabaseTypes>;
/** A piece of SQL with its parameters, to be used in a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;
/** A transaction of a `Database`. */
export type Transaction = postgres.TransactionSql<DatabaseTypes>;

type DatabaseTypes = { bigint: number; json: string; timestamptz: string };

const types = {
  bigint: {
    to: 20,
    from: [20],
    serialize: (value: number) => String(value),
    parse: (text: string) => Number(text),
  },
  json: { to: 114, from: [114, 3802], serialize: (text: string) => text, parse: (text: string) => text },
  timestamptz: {
    to: 1184,
    from: [1184],
    serialize: (time: string | Date) => (typeof time === 'string' ? time : time.toISOString()),
    parse: parseTimestamp,
  },
};

/** Converts PostgreSQL's `2026-11-21 10:00:00.1+00` to `2026-11-21T10:00:00.100Z`. */
export function parseTimestamp(text: string): string {
  const zone = text.indexOf('+', 19);
  const fraction = text.slice(20, zone);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

export type ConnectOptions = {
  connections?: number;
  name?: string;
  isHot?: boolean;
  maximumIdleInTransactionInMs?: number;
};

/**
 * Opens a pool of at most `connections` connections; nothing is connected until the first query. With
 * `isHot` a statement is planned once for each connection, whatever its values, and goes by its indexes whatever the size
 * of its tables: for few statements, run very often. A transaction that its process leaves alone for
 * `maximumIdleInTransactionInMs` (15 s unless given) is rolled back and its connection ended: a process that is frozen
 * in the middle of one must not hold its locks against all the others. A URL with several hosts, or with
 * `target_session_attrs=read-write`, connects to the one that is the primary: see `PrimaryFinder`.
 */
export function connect(url: string, options: ConnectOptions = {}): Database {
  const several = hostsWithOnePrimary(url);
  const finder = several && new PrimaryFinder(several, askStanding);
  const name = options.name ?? 'taskdeck';
  const { ssl } = tlsOfUrl(url);
  const urlOf = ({ host, port }: Place) => several?.find((one) => one.host === host && one.port === port)?.url ?? url;
  // `socket` is missing in the driver's types
  const settings = {
    socket: socketOpener(finder, (host, sinceMs) => findWork({ ...host, url: urlOf(host) }, name, sinceMs)),
    ...(finder && { target_session_attrs: 'primary' as const }),
    ...(ssl && { ssl }),
    max: options.connections ?? 10,
    types,
    onnotice: () => {},
    connect_timeout: 10,
    keep_alive: 5,
    backoff: secondsBeforeReconnect,
    connection: {
      application_name: name,
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      idle_in_transaction_session_timeout: options.maximumIdleInTransactionInMs ?? 15_000,
      ...endOfLostClients,
      ...(options.isHot === true && hotSettings),
    },
  };
  // With more than one host, the driver forgets a failure to connect, and the query would wait
  return postgres(tlsOfUrl(several?.[0].url ?? url).url, settings);
}

/** The hosts of a URL that has several, or asks for the primary. */
function hostsWithOnePrimary(url: string): [DatabaseHost, ...DatabaseHost[]] | undefined {
  const { hosts, target } = parseDatabaseUrl(url) ?? {};
  if (hosts === undefined || (hosts.length === 1 && target === undefined)) return undefined;
  return /^(?:read-write|primary)$/.test(target ?? 'primary') ? hosts : undefined;
}

/** The server ends the session of a client whose machine is gone, with its locks, after half a minute and not after hours. */
const endOfLostClients = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '4',
  tcp_user_timeout: '30000',
};

/** Asks one server of several what it is. */
async function askStanding(host: DatabaseHost): Promise<Standing> {
  return askAlone(host, async (server) => {
    const [standing] = await server<Standing[]>`
      select pg_is_in_recovery() as "isReplica", case when pg_is_in_recovery() then 0
        else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline`;
    if (standing === undefined) throw new Error('a select of one row returned none');
    return standing;
  });
}

/**
 * Whether a session of this name has been executing a statement for so long, or the server does not say. A session that has
 * a statement and waits for its values is active too, and does nothing.
 */
async function findWork(host: DatabaseHost, name: string, sinceMs: number): Promise<boolean> {
  return askAlone(host, async (server) => {
    const [row] = await server`
      select from pg_stat_activity
      where application_name = ${name} and usename = current_user and datname = current_database() and (state = 'disabled'
        or state not like 'idle%' and wait_event is distinct from 'ClientRead'
          and state_change < clock_timestamp() - ${sinceMs} * interval '1 ms') limit 1`;
    return row !== undefined;
  });
}

/** Asks a server on a connection of its own. */
async function askAlone<Answer>(host: DatabaseHost, ask: (server: postgres.Sql) => Promise<Answer>): Promise<Answer> {
  const { url, ssl } = tlsOfUrl(host.url);
  const settings = {
    socket: () => openSocket(host),
    ...(ssl && { ssl }),
    max: 1,
    connect_timeout: askWithinInMs / 1_000,
    fetch_types: false,
  };
  const server = postgres(url, settings);
  const timer = setTimeout(() => void server.end({ timeout: 0 }), askWithinInMs);
  try {
    return await ask(server);
  } finally {
    clearTimeout(timer);
    await server.end({ timeout: 0 });
  }
}

const askWithinInMs = 3_000;

/** Statistics lag behind a queue that grows and shrinks quickly: a plan made for its earlier size reads all of it. */
const hotSettings = {
  plan_cache_mode: 'force_generic_plan',
  random_page_cost: '1.1',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
};

/**
 * Seconds before the next attempt to connect. The driver's own delay grows to twenty seconds, which is too long after a
 * restart of the server.
 */
function secondsBeforeReconnect(failures: number): number {
  return Math.min(1, 0.02 * 2 ** failures) * (0.5 + Math.random() / 2);
}
