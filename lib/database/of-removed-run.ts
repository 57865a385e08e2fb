import type { Database, Fragment, Transaction } from './connect.ts';

/**
 * Whether a row belongs to a past run that retention has removed. Nobody finds this run any more, while its rows are still
 * being deleted in batches.
 */
export function isOfRemovedRun(database: Database | Transaction, taskKey: Fragment, runCount: Fragment): Fragment {
  return database`exists (select from removed_run gone where gone.task_key = ${taskKey} and gone.run_count = ${runCount})`;
}
