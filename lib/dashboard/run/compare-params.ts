import { parseAsBoolean, parseAsString } from 'nuqs/server';

/** What the address of a comparison of two runs says. */
export const compareParams = {
  /** The run of the task in the path. Without it, the current run. */
  run: parseAsString,
  /** The other task; without it, the same one. */
  with: parseAsString,
  withRun: parseAsString,
  /** The selected row; `run` for the runs themselves. Without it, the first difference. */
  row: parseAsString,
  /** Whether only rows that differ are listed. */
  differences: parseAsBoolean.withDefault(false),
};

/** The page that compares a run with another, or with the one that tells most. */
export function comparePath(
  id: string,
  run: string | number,
  other?: { taskId: string; runCount: string | number },
): string {
  const query = new URLSearchParams({
    run: String(run),
    ...(other !== undefined && { with: other.taskId, withRun: String(other.runCount) }),
  });
  return `/tasks/${encodeURIComponent(id)}/compare?${query}`;
}

/** The page that compares the current runs of two tasks. */
export function compareTasksPath(id: string, other: string): string {
  return `/tasks/${encodeURIComponent(id)}/compare?${new URLSearchParams({ with: other })}`;
}
