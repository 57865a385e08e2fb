import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connect } from '../lib/database/index.ts';
import { processorTime } from './processor-time.ts';
import { median } from './subjects/measure.ts';
import type { SoakLoad, SoakProgress } from './subjects/soak-load.ts';

const tables = ['active_run', 'run', 'step', 'task'];

type Window = { perSecond: number; claimP99InMs: number; isHeld: boolean };

/**
 * `npm run bench -- soak`: full load for a long time, in windows of ten seconds. A second connection holds a snapshot
 * in the middle, as a backup or a report does. Fails when a window falls below `--least` of the first
 * minute's median, or its claims take more than `--claims` times as long (p99).
 */
export async function soak(server: { url: string; pid: number }, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '1800' },
      /** From and to which second a snapshot is held; `0-0` for none. */
      snapshot: { type: 'string' },
      window: { type: 'string', default: '10' },
      inFlight: { type: 'string', default: '600' },
      waiting: { type: 'string', default: '0' },
      scheduled: { type: 'string', default: '0' },
      state: { type: 'boolean', default: false },
      least: { type: 'string', default: '0.9' },
      claims: { type: 'string', default: '2' },
    },
  });
  const seconds = Number(values.seconds);
  const [from = seconds / 3, to = (seconds * 2) / 3] = values.snapshot?.split('-').map(Number) ?? [];
  const load: SoakLoad = {
    databaseUrl: server.url,
    inFlight: Number(values.inFlight),
    waiting: Number(values.waiting),
    scheduled: Number(values.scheduled),
    savesState: values.state,
  };
  const admin = connect(server.url, { connections: 3, maximumIdleInTransactionInMs: 0 });
  const child = fork(fileURLToPath(new URL('./subjects/soak-load.ts', import.meta.url)), [JSON.stringify(load)]);
  const next = async () => (await once(child, 'message'))[0];
  try {
    await next();
    const windows: Window[] = [];
    const isHeldAt = (second: number) => second >= from && second < to;
    let release: (() => void) | undefined;
    const used = () => ({ server: processorTime(server.pid), program: processorTime(child.pid ?? 0) });
    let before = { completed: 0, ...used() };
    const start = performance.now();
    console.log(
      `second  tasks/s  claims  p50 ms  p99 ms  held  ${tables.map((name) => `${name} dead/MiB`.padStart(20)).join('')}     MiB   PG µs Node µs`,
    );
    for (let second = 0; second < seconds; ) {
      if (isHeldAt(second) && release === undefined) release = holdSnapshot(admin);
      if (!isHeldAt(second) && release !== undefined) {
        release();
        release = undefined;
      }
      const startedAt = performance.now();
      const end = Math.min(seconds, second + Number(values.window));
      await sleep(start + end * 1_000 - startedAt);
      child.send('report');
      const progress: SoakProgress = await next();
      const now = { completed: progress.completed, ...used() };
      const done = now.completed - before.completed;
      const perTask = (of: 'server' | 'program') => ((1_000 * (now[of] - before[of])) / done).toFixed(0);
      const took = performance.now() - startedAt;
      const claims = progress.claimsInMs.toSorted((a, b) => a - b);
      const window = {
        perSecond: (done / took) * 1_000,
        claimP99InMs: claims[Math.floor(claims.length * 0.99)] ?? 0,
        isHeld: isHeldAt(second),
      };
      second = end;
      windows.push(window);
      const sizes = await admin<{ dead: number; mib: number }[]>`
        select coalesce(n_dead_tup, 0) as dead, (pg_total_relation_size(relid) / 1048576)::float8 as mib
        from unnest(${tables}::text[]) with ordinality named (name, place) join pg_stat_user_tables s on s.relname = named.name
        order by place`;
      console.log(
        [
          String(end).padStart(6),
          window.perSecond.toFixed(0).padStart(8),
          String(claims.length).padStart(7),
          (claims[claims.length >> 1] ?? 0).toFixed(1).padStart(7),
          window.claimP99InMs.toFixed(1).padStart(7),
          (window.isHeld ? 'held' : '').padStart(5),
          '  ',
          ...sizes.map(({ dead, mib }) => `${dead}/${Math.round(mib)}`.padStart(20)),
          progress.heapMiB.toFixed(0).padStart(6),
          perTask('server').padStart(7),
          perTask('program').padStart(7),
        ].join(' '),
      );
      before = now;
    }
    release?.();
    judge(windows, Number(values.window), { least: Number(values.least), claims: Number(values.claims) });
  } finally {
    child.kill('SIGKILL');
    await admin.end({ timeout: 1 });
  }
}

/** Holds a snapshot until the returned function is called. */
function holdSnapshot(database: ReturnType<typeof connect>): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void database.begin('isolation level repeatable read', async (transaction) => {
    await transaction`select 1`;
    await promise;
  });
  return resolve;
}

function judge(windows: readonly Window[], windowInSeconds: number, limits: { least: number; claims: number }): void {
  const first = windows.slice(0, Math.max(1, Math.round(60 / windowInSeconds)));
  const start = median(first.map(({ perSecond }) => perSecond));
  const startP99 = median(first.map(({ claimP99InMs }) => claimP99InMs));
  const slowest = Math.min(...windows.map(({ perSecond }) => perSecond)) / start;
  const worst = Math.max(...windows.map(({ claimP99InMs }) => claimP99InMs)) / startP99;
  console.log(
    `first minute: ${start.toFixed(0)}/s, claim p99 ${startP99.toFixed(1)} ms; slowest window ${slowest.toFixed(2)} of it, worst claim p99 ${worst.toFixed(2)} times its own`,
  );
  if (slowest < limits.least) fail(`a window is below ${limits.least} of the first minute's median`);
  if (worst > limits.claims) fail(`a window's claim p99 is above ${limits.claims} times the first minute's`);
}

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}
