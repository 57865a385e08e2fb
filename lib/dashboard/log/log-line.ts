import { type FoundLogEntry, type LogEntry, stringifyJson } from '#contract';

/** One entry of the logs of all tasks as one line of a text file. */
export function foundLogLine(entry: FoundLogEntry): string {
  return logLine(entry, `${entry.type} ${entry.taskId} run ${entry.runCount} `);
}

/** One entry as one line of a text file. `origin` says which run it is from, where a file has several. */
export function logLine(entry: LogEntry, origin = ''): string {
  const author = entry.writtenBy === undefined ? '' : ` by ${JSON.stringify(entry.writtenBy)}`;
  const fields = entry.fields === undefined ? '' : ` ${stringifyJson(entry.fields)}`;
  const line = `${entry.loggedOn} ${entry.level.padEnd(5)} ${origin}attempt ${entry.attempt}${author} ${entry.message}${fields}`;
  return inOneLine(line);
}

/** Control characters would forge lines or steer a terminal, and a direction mark reorders what is read: as escapes. */
function inOneLine(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
