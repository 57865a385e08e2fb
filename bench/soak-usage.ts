import type { Database } from '../lib/database/index.ts';

/** What PostgreSQL and the program have used since they began. */
export type Usage = {
  /** Pages that connections have read, in memory or not. Vacuum does not count. */
  pages: number;
  walBytes: number;
  /** Milliseconds of processor time. */
  server: number;
  program: number;
};

/** What a task used, in microseconds of processor time. */
export type UsagePerTask = { pages: number; walBytes: number; serverMicroseconds: number; programMicroseconds: number };

export async function readUsage(database: Database, processor: Pick<Usage, 'server' | 'program'>): Promise<Usage> {
  const [row] = await database<{ pages: number; wal: number }[]>`
    select wal_bytes::float8 as wal, (
      select sum(hits + reads)::float8 from pg_stat_io where backend_type = 'client backend' and object = 'relation'
    ) as pages from pg_stat_wal`;
  return { pages: row?.pages ?? 0, walBytes: row?.wal ?? 0, ...processor };
}

export function usagePerTask(before: Usage, now: Usage, tasks: number): UsagePerTask {
  const each = (of: keyof Usage) => (now[of] - before[of]) / tasks;
  return {
    pages: each('pages'),
    walBytes: each('walBytes'),
    serverMicroseconds: each('server') * 1_000,
    programMicroseconds: each('program') * 1_000,
  };
}
