import type { Clause } from '../filter/clause.ts';
import { statusLook } from './status.ts';
import type { TaskRow } from './task-row.ts';

/** Filters that only ended runs match. */
const ofEnded = ['ended', 'took', 'waited', 'steptook'];

/**
 * What a listed task is now that the list's filter does not ask for, such as `now Succeeded`. Rows are patched where
 * they stand, so a list can hold tasks that no longer match. `undefined` for a task that matches as far as its row tells.
 */
export function leftFilter(task: TaskRow, clauses: readonly Clause[]): string | undefined {
  const wanted = (key: string) => valuesOf(clauses, key);
  const now = `now ${statusLook[task.status].word}`;
  if (isMissed(wanted('status'), (status) => status.toLowerCase() === task.status.toLowerCase())) return now;
  if (wanted('-status').some((status) => status.toLowerCase() === task.status.toLowerCase())) return now;
  if (isMissed(wanted('waiting'), (kind) => kind === task.waitingFor?.kind))
    return task.status === 'waiting' ? `now waits for ${task.waitingFor?.kind ?? 'nothing'}` : now;
  if (isMissed(wanted('error'), (fingerprint) => fingerprint === task.error?.fingerprint)) return now;
  if (wanted('group').length > 0 && task.error === undefined) return now;
  if (ofEnded.some((key) => wanted(key).length > 0) && task.endedOn === undefined) return now;
  if (isMissed(wanted('queue'), (queue) => queue === task.queue)) return `now in queue ${task.queue}`;
  if (isMissed(wanted('tag'), (text) => hasTag(task, text))) return 'tags changed';
  return undefined;
}

/** Values of one key are alternatives. A key that the filter does not have is never missed. */
function isMissed(wanted: readonly string[], matches: (value: string) => boolean): boolean {
  return wanted.length > 0 && !wanted.some(matches);
}

function valuesOf(clauses: readonly Clause[], key: string): readonly string[] {
  return clauses.flatMap((clause) => (clause.kind === 'field' && clause.key === key ? clause.values : []));
}

function hasTag({ tags }: TaskRow, text: string): boolean {
  const at = text.indexOf('=');
  return tags[text.slice(0, at)] === text.slice(at + 1);
}
