import {
  asOfRun,
  marksOver,
  pointersBelow,
  redact,
  redactedMarker,
  type TaskHistoryResponse,
  type TaskResponse,
} from '#contract';
import type { Caller } from '../access/caller.ts';
import type { Call } from '../verb.ts';
import { type Guarded, type GuardedEngine, guard, reveal } from './guarded.ts';
import { hideError } from './see-error.ts';
import { seeWaiting } from './see-waiting.ts';

/** The caller who sees a record: decides whether sensitive values stay. */
export type Viewer = Pick<Call, 'may' | 'noteShown'> & { caller: Pick<Caller, 'bounds'> };

/** What answers with the sensitive pointers of tasks. */
export type SensitivePointers = { engine: Pick<GuardedEngine, 'sensitivePointers'> };

/** Returns a task as the caller may see it. Every task in an answer comes from here. */
export async function seeTask(viewer: Viewer, guarded: Guarded<TaskResponse>): Promise<TaskResponse> {
  const task = withinBounds(viewer, reveal<TaskResponse>(guarded));
  const sensitive = task.sensitive ?? [];
  if (sensitive.length === 0) return task;
  if (!viewer.may('sensitive/read')) return hideValues(await seeInputAndOutput(task, sensitive), sensitive);
  viewer.noteShown(`task ${task.id}`, shownPointers(task, sensitive));
  return task;
}

/** A task or run without what lies outside of the caller's bounds. */
export function withinBounds<Record extends Pick<TaskResponse, 'waitingFor'>>(
  { caller: { bounds } }: Pick<Viewer, 'caller'>,
  record: Record,
): Record {
  if (bounds === undefined || record.waitingFor === undefined) return record;
  return { ...record, waitingFor: seeWaiting(record.waitingFor, bounds) };
}

/** The pointers whose values a record holds. An error can quote any of them. */
export function shownPointers(
  { input, output, error, values = {} }: Pick<TaskResponse, 'input' | 'output' | 'error' | 'values'>,
  sensitive: readonly string[],
): string[] {
  if (error !== undefined) return [...sensitive];
  const listed = Object.keys(values).flatMap((pointer) => marksOver(pointer, sensitive));
  const roots = [...(input === undefined ? [] : ['/input']), ...(output === undefined ? [] : ['/output'])];
  return sensitive.filter(
    (pointer) => listed.includes(pointer) || roots.some((root) => pointer === root || pointer.startsWith(`${root}/`)),
  );
}

/** Returns a task in the answer to an action: without `tasks/read`, only what the action changed. */
export async function seeChangedTask(viewer: Viewer, guarded: Guarded<TaskResponse>): Promise<TaskResponse> {
  if (viewer.may('tasks/read')) return seeTask(viewer, guarded);
  const task = reveal<TaskResponse>(guarded);
  const { id, type, queue, priority, status, runCount, attempt, etag } = task;
  const { createdOn, createdBy, lastModifiedOn, lastModifiedBy, queuedOn, startedOn, endedOn, nextRunOn } = task;
  return {
    ...{ id, type, tags: {}, queue, priority, status, runCount, attempt, etag },
    ...{ createdOn, createdBy, lastModifiedOn, lastModifiedBy },
    ...(queuedOn !== undefined && { queuedOn }),
    ...(startedOn !== undefined && { startedOn }),
    ...(endedOn !== undefined && { endedOn }),
    ...(nextRunOn !== undefined && { nextRunOn }),
  };
}

/** Replaces sensitive parts of input and output by markers, and hides the error's message. */
export async function seeInputAndOutput<Record extends Pick<TaskResponse, 'input' | 'output' | 'error'>>(
  record: Record,
  sensitive: readonly string[],
): Promise<Record> {
  const seen = hideError({ ...record }, sensitive);
  if (record.input !== undefined) seen.input = await redact(record.input, pointersBelow('/input', sensitive));
  if (record.output !== undefined) seen.output = await redact(record.output, pointersBelow('/output', sensitive));
  return seen;
}

/** A task with the marker in place of each listed value that a sensitive pointer covers, or covers a part of. */
function hideValues(task: TaskResponse, sensitive: readonly string[]): TaskResponse {
  if (task.values === undefined) return task;
  const seen = Object.entries(task.values).map(([pointer, listed]) =>
    marksOver(pointer, sensitive).length === 0 ? [pointer, listed] : [pointer, { value: { ...redactedMarker } }],
  );
  return { ...task, values: Object.fromEntries(seen) };
}

/** A task as of one of its runs. */
export function guardedAsOfRun(task: Guarded<TaskResponse>, run: Guarded<TaskHistoryResponse>): Guarded<TaskResponse> {
  return guard(asOfRun(reveal<TaskResponse>(task), reveal<TaskHistoryResponse>(run)));
}
