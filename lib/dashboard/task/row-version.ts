import type { TaskRow } from '@/components/task/task-row.ts';

type Versioned = Pick<TaskRow, 'runCount' | 'attempt' | 'etag'>;

/** Compares two states of one task: below zero where `one` is older. A task's run, attempt and change number only grow. */
export function compareVersions(one: Versioned, other: Versioned): number {
  return one.runCount - other.runCount || one.attempt - other.attempt || changeNumber(one) - changeNumber(other);
}

/** The newer of two states of a task. Of two of the same version the one that was read later. */
function newerRow(shown: TaskRow, read: TaskRow): TaskRow {
  return compareVersions(read, shown) < 0 ? shown : read;
}

/** A task's entity tag is its change number in quotes. */
function changeNumber({ etag }: Versioned): number {
  return Number(etag.replace(/^(?:W\/)?"|"$/g, '')) || 0;
}

/** Puts newer rows in place of those shown, and marks those that are gone as deleted. Nothing moves. */
export function patchRows(
  shown: readonly TaskRow[],
  read: ReadonlyMap<string, TaskRow>,
  gone: ReadonlySet<string>,
): readonly TaskRow[] {
  let isChanged = false;
  const rows = shown.map((row) => {
    const fresh = read.get(row.id);
    const next =
      gone.has(row.id) && !row.isDeleted
        ? { ...row, isDeleted: true as const }
        : fresh === undefined
          ? row
          : newerRow(row, fresh);
    isChanged ||= next !== row;
    return next;
  });
  return isChanged ? rows : shown;
}

/** Rows of a page that was read some time ago, each as new as the same row in memory. */
export function newestRows(read: readonly TaskRow[], inMemory: readonly TaskRow[]): TaskRow[] {
  return [...patchRows(read, new Map(inMemory.map((row) => [row.id, row])), new Set())];
}
