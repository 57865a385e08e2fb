import { isThrownError, type LogLevel, limits, partOf, textOfThrown } from '#contract';
import { looseJson } from './handler-json.ts';
import type { HeldRun } from './journal-entry.ts';
import type { JournalWriter } from './journal-writer.ts';
import { maskJson } from './mask-json.ts';
import type { RunSecrets } from './run-secrets.ts';
import { runningStep } from './running-step.ts';
import { toldCauses } from './told-causes.ts';

/** The parts of an execution that its log needs. */
export type LoggedRun = HeldRun & {
  readonly attempt: number;
  readonly isOver: boolean;
  readonly host: { readonly writer: Pick<JournalWriter, 'backlog' | 'write'> };
  readonly replay: { readonly isBehind: boolean };
  readonly secrets: Pick<RunSecrets, 'mask'>;
};

/**
 * The maximum number of lines that wait for the database, so that memory stays bounded. More are dropped, and a line
 * says so.
 */
const longestBacklog = 100_000;
const dropped = new WeakMap<LoggedRun, number>();

/** Sends a line of a run's log with the next flush. A line that a replay only repeats is in the log already. */
export function writeLog(
  run: LoggedRun,
  level: LogLevel,
  message: string,
  fields: Record<string, unknown> | undefined,
): void {
  if (run.isOver || (run.replay.isBehind && runningStep() === undefined)) return;
  if (run.host.writer.backlog > longestBacklog) {
    dropped.set(run, (dropped.get(run) ?? 0) + 1);
    return;
  }
  const missing = dropped.get(run);
  if (missing !== undefined) {
    dropped.delete(run);
    send(run, 'warn', `${missing} log lines were dropped: they came faster than the database takes them`, null);
  }
  send(
    run,
    level,
    run.secrets.mask(messageText(message)),
    fields === undefined ? null : maskJson(fieldsOf(fields), run.secrets.mask),
  );
}

function send(run: LoggedRun, level: LogLevel, message: string, fields: string | null): void {
  run.host.writer.write({
    kind: 'log',
    run,
    attempt: run.attempt,
    sequence: runningStep() ?? null,
    level,
    message: shorten(message),
    fields,
    loggedAt: performance.now(),
  });
}

/** Code without types logs errors and objects too. */
function messageText(message: unknown): string {
  return isThrownError(message)
    ? `${String(partOf(message, 'name'))}: ${toldCauses(message).message}`
    : textOfThrown(message);
}

/** An error among the fields as what it tells: JSON would write `{}`. */
function toldField(value: unknown): unknown {
  if (!isThrownError(value)) return value;
  const { message, code, stacks } = toldCauses(value);
  return { ...value, name: value.name, message, ...(code !== undefined && { code }), stack: `${value.stack}${stacks}` };
}

function toldFields(fields: Record<string, unknown>): unknown {
  if (isThrownError(fields)) return toldField(fields);
  const entries = Object.entries(fields);
  if (!entries.some(([, value]) => isThrownError(value))) return fields;
  return Object.fromEntries(entries.map(([name, value]) => [name, toldField(value)]));
}

function fieldsOf(fields: Record<string, unknown>): string {
  try {
    const text = looseJson(toldFields(fields), 'a log entry');
    if (Buffer.byteLength(text) <= limits.logMessageBytes) return text;
    return JSON.stringify({
      omitted: `fields of ${Buffer.byteLength(text)} bytes; the limit is ${limits.logMessageBytes}`,
    });
  } catch (error) {
    return JSON.stringify({
      omitted: `fields that are not JSON: ${error instanceof Error ? error.message : 'unknown'}`,
    });
  }
}

/** Shortens a message to the limit and removes NUL, which PostgreSQL's text cannot hold. */
function shorten(message: string): string {
  const text = message.includes('\u0000') ? message.replaceAll('\u0000', '\ufffd') : message;
  if (text.length * 3 <= limits.logMessageBytes || Buffer.byteLength(text) <= limits.logMessageBytes) return text;
  return `${Buffer.from(text)
    .subarray(0, limits.logMessageBytes - 8)
    .toString('utf8')}…`;
}
