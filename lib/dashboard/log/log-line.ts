import { type FoundLogEntry, type LogEntry, stringifyJson, visibleLine } from '#contract';

/** One entry of the logs of all tasks as one line of a text file. */
export function foundLogLine(entry: FoundLogEntry): string {
  return logLine(entry, `${entry.type} ${entry.taskId} run ${entry.runCount} `);
}

/**
 * One entry as one line of a text file. No character in it forges a line or steers a terminal. `origin` says which run it
 * is from, where a file has several.
 */
export function logLine(entry: LogEntry, origin = ''): string {
  const author = entry.writtenBy === undefined ? '' : ` by ${JSON.stringify(entry.writtenBy)}`;
  const fields = entry.fields === undefined ? '' : ` ${stringifyJson(entry.fields)}`;
  const line = `${entry.loggedOn} ${entry.level.padEnd(5)} ${origin}attempt ${entry.attempt}${author} ${entry.message}${fields}`;
  return visibleLine(line);
}
