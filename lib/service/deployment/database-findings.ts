import type { Finding } from '#contract';
import type { DeploymentFacts } from './deployment-facts.ts';

const minuteMs = 60_000;
const transactionWarningMs = 10 * minuteMs;
const transactionCriticalMs = 60 * minuteMs;
const manyDeadRows = 100_000;
const GiB = 1024 ** 3;

/** What is not as it should be with the database. */
export function databaseFindings({ database, now }: DeploymentFacts): Finding[] {
  const { connections, oldestTransaction, replicas, tables } = database;
  const findings: Finding[] = [];
  const used = connections.used / connections.maximum;
  if (used >= 0.8)
    findings.push({
      code: 'ConnectionsNearlyUsed',
      severity: used >= 0.95 ? 'critical' : 'warning',
      summary: `${connections.used} of ${connections.maximum} connections of PostgreSQL are used.`,
      action: 'Raise max_connections or run fewer processes. A pooler in transaction mode cannot be used.',
    });
  if (oldestTransaction !== undefined) {
    const age = now - Date.parse(oldestTransaction.startedOn);
    const { application, state } = oldestTransaction;
    if (age > transactionWarningMs)
      findings.push({
        code: 'OldTransaction',
        severity: age > transactionCriticalMs ? 'critical' : 'warning',
        summary: `A transaction of ${application || 'an application without a name'} (${state}) is open for ${Math.floor(age / minuteMs)} minutes. Deleted rows stay while it is open, and queries get slower.`,
        action:
          state === 'prepared'
            ? `Complete it: commit prepared or rollback prepared '${application}'`
            : 'End it: find its pid in pg_stat_activity and call pg_terminate_backend. Set idle_in_transaction_session_timeout.',
      });
  }
  for (const { name, state, keptBytes = 0 } of replicas)
    if (keptBytes > GiB)
      findings.push({
        code: 'ReplicaBehind',
        severity: 'warning',
        summary: `PostgreSQL keeps ${(keptBytes / GiB).toFixed(1)} GiB of its log for ${name} (${state}).`,
        action:
          state === 'inactive'
            ? 'Start what reads this slot, or drop the slot: pg_drop_replication_slot.'
            : 'Find out why the replica is slow. The disk of the database fills up meanwhile.',
      });
  const bloated = tables.filter(({ rows, deadRows }) => deadRows > manyDeadRows && deadRows > rows);
  if (bloated.length > 0)
    findings.push({
      code: 'ManyDeadRows',
      severity: 'warning',
      summary: `Autovacuum is behind: more dead rows than rows in ${bloated.map(({ name }) => name).join(', ')}.`,
      action: 'Look for an old transaction first. Then give autovacuum more: autovacuum_vacuum_cost_limit.',
    });
  return findings;
}
