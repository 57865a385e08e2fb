/** A run as a worker claimed it: the columns that its execution needs. JSON is text. */
export type ClaimedRun = {
  task_key: number;
  /** Its place among ready runs: see `Floor`. */
  ready_key: number;
  run_count: number;
  fence: number;
  attempt: number;
  queue: string;
  priority: number;
  /** Whether an earlier claim may have recorded steps, which must then be read before the handler starts. */
  has_journal: boolean;
  id: string;
  type: string;
  input: string | null;
  parent_key: number | null;
  retry: string | null;
  /** Whether the task has sensitive pointers of its own. */
  is_sensitive: boolean;
};
