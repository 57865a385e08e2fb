import type { Database } from '../lib/database/index.ts';
import type { UsagePerTask } from './soak-usage.ts';
import { median } from './subjects/measure.ts';

/** What was measured in one window. `second` is its end. */
export type Window = UsagePerTask & {
  second: number;
  /** What happened beside the load. */
  phase: string;
  /** Tasks that were removed. */
  removed: number;
  perSecond: number;
  claims: number;
  claimP50InMs: number;
  claimP99InMs: number;
  heapMiB: number;
};

const tables = ['active_run', 'run', 'step', 'task'];

export function printHeader(): void {
  console.log(
    `second  tasks/s  claims  p50 ms  p99 ms  beside         removed  pages/task  WAL B/task   PG µs Node µs     MiB ${tables.map((name) => `${name} dead/MiB`.padStart(20)).join('')}`,
  );
}

export async function printWindow(database: Database, window: Window): Promise<void> {
  const sizes = await database<{ dead: number; mib: number }[]>`
    select coalesce(n_dead_tup, 0) as dead, (pg_total_relation_size(relid) / 1048576)::float8 as mib
    from unnest(${tables}::text[]) with ordinality named (name, place) join pg_stat_user_tables s on s.relname = named.name
    order by place`;
  console.log(
    [
      String(window.second).padStart(6),
      window.perSecond.toFixed(0).padStart(8),
      String(window.claims).padStart(7),
      window.claimP50InMs.toFixed(1).padStart(7),
      window.claimP99InMs.toFixed(1).padStart(7),
      ` ${window.phase.padEnd(13)}`,
      String(window.removed).padStart(8),
      window.pages.toFixed(1).padStart(11),
      window.walBytes.toFixed(0).padStart(11),
      window.serverMicroseconds.toFixed(0).padStart(7),
      window.programMicroseconds.toFixed(0).padStart(7),
      window.heapMiB.toFixed(0).padStart(7),
      '',
      ...sizes.map(({ dead, mib }) => `${dead}/${Math.round(mib)}`.padStart(19)),
    ].join(' '),
  );
}

/** Prints the worst windows as shares of the median of the first `count`. Returns which limits they exceed. */
export function judge(
  windows: readonly Window[],
  count: number,
  limits: { least: number; claims: number; pages: number },
): string[] {
  const start = (of: 'perSecond' | 'claimP99InMs' | 'pages') => median(windows.slice(0, count).map((one) => one[of]));
  const slowest = Math.min(...windows.map(({ perSecond }) => perSecond)) / start('perSecond');
  const claims = Math.max(...windows.map(({ claimP99InMs }) => claimP99InMs)) / start('claimP99InMs');
  const pages = Math.max(...windows.map((window) => window.pages)) / start('pages');
  console.log(
    `first minute: ${start('perSecond').toFixed(0)}/s, claim p99 ${start('claimP99InMs').toFixed(1)} ms, ${start('pages').toFixed(0)} pages for a task; slowest window ${slowest.toFixed(2)} of it, worst claim p99 ${claims.toFixed(2)}, most pages ${pages.toFixed(2)} times its own`,
  );
  return [
    slowest < limits.least ? `a window is below ${limits.least} of the first minute's median` : '',
    claims > limits.claims ? `a window's claim p99 is above ${limits.claims} times the first minute's` : '',
    pages > limits.pages ? `a window reads more than ${limits.pages} times the first minute's pages for a task` : '',
  ].filter((reason) => reason !== '');
}
