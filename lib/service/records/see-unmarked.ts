import type { FoundLogEntry, LogEntry, TaskType } from '#contract';
import { type Guarded, reveal } from './guarded.ts';

/** A line of a log. No pointer can name a part of it: who may read the log may read all of it. */
export function seeLogEntry(entry: Guarded<LogEntry>): LogEntry {
  return reveal<LogEntry>(entry);
}

/** A line of a log among those of all tasks. The caller may read tasks, so also their types. */
export function seeFoundLogEntry(entry: Guarded<FoundLogEntry>): FoundLogEntry {
  return reveal<FoundLogEntry>(entry);
}

/** A task type. Its schemas and its example are a part of the code. */
export function seeTaskType(type: Guarded<TaskType>): TaskType {
  return reveal<TaskType>(type);
}
