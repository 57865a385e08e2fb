import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connect, migrate } from '../lib/database/index.ts';
import { startHousekeeping } from '../lib/engine/index.ts';
import { fillHistory } from './large/fill-history.ts';
import { processorTime } from './processor-time.ts';
import { readUsage, type Usage, usagePerTask } from './soak-usage.ts';
import { judge, printHeader, printWindow, type Window } from './soak-windows.ts';
import type { SoakLoad, SoakProgress } from './subjects/soak-load.ts';

/**
 * `npm run bench -- soak`: full load for a long time, in windows of ten seconds. A second connection holds a snapshot
 * in the middle, as a backup or a report does, or retention removes tasks that ended before. Fails when a window is worse than the limits, which are shares of the first
 * minute's median. On a machine that others use, pages and processor time for each task count.
 */
export async function soak(server: { url: string; pid: number }, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '30' },
      /** From and to which second a snapshot is held; `0-0` for none. */
      snapshot: { type: 'string' },
      /** The holder of the snapshot has written too, as a report that fills a temporary table. */
      writes: { type: 'boolean', default: false },
      /** How many tasks have ended before. */
      ended: { type: 'string', default: '0' },
      /** From and to which second retention removes them. */
      retention: { type: 'string', default: '0-0' },
      window: { type: 'string', default: '10' },
      inFlight: { type: 'string', default: '600' },
      waiting: { type: 'string', default: '0' },
      scheduled: { type: 'string', default: '0' },
      /** Of how many concurrency keys each task has one. */
      keys: { type: 'string', default: '0' },
      state: { type: 'boolean', default: false },
      least: { type: 'string', default: '0.9' },
      claims: { type: 'string', default: '2' },
      pages: { type: 'string', default: '1.33' },
    },
  });
  const seconds = Number(values.minutes) * 60;
  const windowInSeconds = Number(values.window);
  const [from = seconds / 3, to = (seconds * 2) / 3] = values.snapshot?.split('-').map(Number) ?? [];
  const [removesFrom = 0, removesTo = 0] = values.retention.split('-').map(Number);
  const load: SoakLoad = {
    databaseUrl: server.url,
    inFlight: Number(values.inFlight),
    waiting: Number(values.waiting),
    scheduled: Number(values.scheduled),
    keys: Number(values.keys),
    savesState: values.state,
  };
  const admin = connect(server.url, { connections: 3, maximumIdleInTransactionInMs: 0 });
  if (Number(values.ended) > 0) {
    await migrate(admin);
    await fillHistory(admin, Number(values.ended), console.error);
  }
  const child = fork(fileURLToPath(new URL('./subjects/soak-load.ts', import.meta.url)), [JSON.stringify(load)]);
  const next = async () => (await once(child, 'message'))[0];
  const usage = (): Promise<Usage> =>
    readUsage(admin, { server: processorTime(server.pid), program: processorTime(child.pid ?? 0) });
  try {
    await next();
    const windows: Window[] = [];
    let release: (() => void) | undefined;
    let removal: ReturnType<typeof startHousekeeping> | undefined;
    let before = { completed: 0, removed: await countRemoved(admin), usage: await usage() };
    const start = performance.now();
    printHeader();
    for (let second = 0; second < seconds; ) {
      const isHeld = second >= from && second < to;
      if (isHeld) release ??= holdSnapshot(admin, values.writes);
      else {
        release?.();
        release = undefined;
      }
      const removes = second >= removesFrom && second < removesTo;
      if (removes) removal ??= startHousekeeping(admin, { retention: { maximumAgeInMs: 600_000 } });
      else {
        await removal?.stop();
        removal = undefined;
      }
      const startedAt = performance.now();
      second = Math.min(seconds, second + windowInSeconds);
      await sleep(start + second * 1_000 - startedAt);
      child.send('report');
      const progress: SoakProgress = await next();
      const now = { completed: progress.completed, removed: await countRemoved(admin), usage: await usage() };
      const done = now.completed - before.completed;
      const claims = progress.claimsInMs.toSorted((a, b) => a - b);
      const window: Window = {
        second,
        phase: [isHeld ? 'held' : [], removes ? 'removes' : []].flat().join(' '),
        removed: now.removed - before.removed,
        perSecond: (done / (performance.now() - startedAt)) * 1_000,
        claims: claims.length,
        claimP50InMs: claims[claims.length >> 1] ?? 0,
        claimP99InMs: claims[Math.floor(claims.length * 0.99)] ?? 0,
        heapMiB: progress.heapMiB,
        ...usagePerTask(before.usage, now.usage, done),
      };
      windows.push(window);
      await printWindow(admin, window);
      before = now;
    }
    release?.();
    await removal?.stop();
    const limits = { least: Number(values.least), claims: Number(values.claims), pages: Number(values.pages) };
    for (const reason of judge(windows, Math.max(1, Math.round(60 / windowInSeconds)), limits)) {
      console.error(reason);
      process.exitCode = 1;
    }
  } finally {
    child.kill('SIGKILL');
    await admin.end({ timeout: 1 });
  }
}

async function countRemoved(database: ReturnType<typeof connect>): Promise<number> {
  const [row] = await database<{ removed: number }[]>`
    select n_tup_del::float8 as removed from pg_stat_user_tables where relname = 'task'`;
  return row?.removed ?? 0;
}

/** Holds a snapshot until the returned function is called. */
function holdSnapshot(database: ReturnType<typeof connect>, writes: boolean): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void database.begin('isolation level repeatable read', async (transaction) => {
    await transaction.unsafe(writes ? 'select pg_current_xact_id()' : 'select 1');
    await promise;
  });
  return resolve;
}
