import { createHash } from 'node:crypto';
import postgres from 'postgres';
import { mapInTurns, type ParsedTaskConfig, TaskdeckError, type TaskResponse, Turn } from '#contract';
import { callersRecord, type Database, groupCommit, mayBegin, type Outcome } from '#database';
import type { Actor, Idempotency } from '../actor.ts';
import { readTasks, type TaskRow } from '../rows/task-row.ts';
import { CrowdedCallers } from './crowded-callers.ts';
import { type InsertedTask, insertTasks } from './insert-tasks.ts';
import type { RecentTasks } from './recent-tasks.ts';
import { draftTask, type TaskDraft } from './task-draft.ts';
import { taskRecord } from './task-record.ts';
import type { TaskTypes } from './task-types.ts';

type Created = { task: TaskResponse; isReplay: boolean };
type CreateTask = (config: ParsedTaskConfig, actor: Actor, idempotency?: Idempotency) => Promise<Created>;

/** The maximum number of rows of one insert: enough to share its commit, few enough to keep the wait short. */
const maximumBatch = 1_000;
/** The size of a record up to which it is kept for a caller who waits for its end. */
const mostCharactersKept = 1_000;
const mostPointersKept = 10;

/**
 * Returns the function that creates tasks. A task is acknowledged only when it is committed. Calls made during one
 * insert share the next. `isReplay`: the idempotency key was already used.
 */
export function taskCreator(given: { database: Database; taskTypes: TaskTypes; recentTasks: RecentTasks }): CreateTask {
  const context = { ...given, crowded: CrowdedCallers.of(given.database) };
  const inserts = groupCommit<TaskDraft, Created>({
    maximumItems: maximumBatch,
    commit: (drafts) => createTasks(context, drafts),
  });
  return async (config, actor, idempotency) => {
    const draft = await draftTask(context, config, actor, idempotency, idempotencyHash);
    const turn = new Turn();
    if (turn.isOver()) await turn.next();
    await mayBegin();
    const { record } = callersRecord();
    const written = await inserts.write({ ...draft, pendingAudit: record?.of({ id: draft.id }) });
    if (!written.isReplay) record?.kept();
    return written;
  };
}

type Context = { database: Database; recentTasks: RecentTasks; crowded: CrowdedCallers };

async function createTasks(context: Context, drafts: readonly TaskDraft[]): Promise<Outcome<Created>[]> {
  const outcomes = new Map<TaskDraft, Outcome<Created>>();
  for (let open = drafts; open.length > 0; open = open.filter((draft) => !outcomes.has(draft)))
    for (const [draft, outcome] of await createOnce(context, open)) outcomes.set(draft, outcome);
  return drafts.map((draft) => outcomes.get(draft) ?? 'again');
}

/**
 * Inserts the first draft with each id and key, and finds out why others cannot be. Those without an outcome share an id
 * or a key with one that was refused, and are tried again.
 */
async function createOnce(
  { database, recentTasks, crowded }: Context,
  drafts: readonly TaskDraft[],
): Promise<Map<TaskDraft, Outcome<Created>>> {
  const firsts = drafts.filter(firstOfItsKind());
  const createdAfter = performance.now();
  const inserted = new Map((await insertUnlessTaken(database, firsts)).map((task) => [task.id, task]));
  const created = firsts.flatMap((draft) => {
    const task = inserted.get(draft.id);
    return task === undefined ? [] : [{ draft, task }];
  });
  const outcomes = await mapInTurns(created, async ({ draft, task }): Promise<[TaskDraft, Outcome<Created>]> => {
    crowded.note(draft.owner, { key: task.key, isCrowded: draft.isCrowded });
    const record = await taskRecord(rowOf(draft, task));
    if (draft.inputValue !== undefined) record.input = draft.inputValue;
    recentTasks.add(draft.id, { key: task.key, createdAfter, record: isSmall(draft) ? record : undefined });
    return [draft, { result: { task: record, isReplay: false } }];
  });
  const isCreated = new Set(created.map(({ draft }) => draft));
  const others = drafts.filter((draft) => !isCreated.has(draft));
  return new Map([...outcomes, ...(others.length > 0 ? await explainRefusals(database, others) : [])]);
}

/** Inserts drafts. A key that another process takes at the same moment fails the batch, and is found taken by the next try. */
async function insertUnlessTaken(database: Database, drafts: readonly TaskDraft[]): Promise<InsertedTask[]> {
  for (;;) {
    try {
      return await insertTasks(database, drafts);
    } catch (error) {
      if (!isKeyTaken(error)) throw error;
    }
  }
}

function isKeyTaken(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '23505' && error.table_name === 'task_idempotency';
}

/** Whether a record is small enough that those of the last tasks fit into memory. */
function isSmall({ input, columns }: TaskDraft): boolean {
  const { name, description, tags, sensitive } = columns;
  const length = [input, name, description, tags].reduce((sum, text) => sum + (text?.length ?? 0), 0);
  return length <= mostCharactersKept && (sensitive?.length ?? 0) <= mostPointersKept;
}

/** Accepts the first draft with an id and with an idempotency key. The others of the batch are refused or replayed. */
function firstOfItsKind(): (draft: TaskDraft) => boolean {
  const ids = new Set<string>();
  const keys = new Set<string>();
  return ({ id, idempotencyKey }) => {
    if (ids.has(id) || (idempotencyKey !== null && keys.has(idempotencyKey))) return false;
    ids.add(id);
    if (idempotencyKey !== null) keys.add(idempotencyKey);
    return true;
  };
}

/**
 * Answers drafts that were not inserted: the same key was used before, with the same or another body, or the id is
 * taken. One for which neither is so has no answer.
 */
async function explainRefusals(
  database: Database,
  refused: readonly TaskDraft[],
): Promise<[TaskDraft, Outcome<Created>][]> {
  const keys = refused.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
  const used = await database<{ key: string; body_hash: string; task_key: number }[]>`
    select key, body_hash, task_key from task_idempotency where key = any(${keys}::uuid[])`;
  const earlier = new Map(used.map((row) => [row.key, row]));
  const rows = await readTasks(
    database,
    used.map((row) => row.task_key),
  );
  const tasks = new Map(rows.map((row) => [row.key, row]));
  const ids = refused.map(({ id }) => id);
  const taken = new Set(
    (await database<{ id: string }[]>`select id from task where id = any(${ids}::text[])`).map(({ id }) => id),
  );
  const outcomes = await mapInTurns(refused, async (draft): Promise<[TaskDraft, Outcome<Created>][]> => {
    const use = draft.idempotencyKey === null ? undefined : earlier.get(draft.idempotencyKey);
    if (use === undefined) return taken.has(draft.id) ? [[draft, { error: alreadyExists(draft.id) }]] : [];
    const refusal = refusalOfBody(draft, use.body_hash);
    if (refusal !== undefined) return [[draft, { error: refusal }]];
    const row = tasks.get(use.task_key);
    if (row === undefined) return [[draft, { error: deletedSince() }]];
    return [[draft, { result: { task: await taskRecord(row), isReplay: true } }]];
  });
  return outcomes.flat();
}

function alreadyExists(id: string): TaskdeckError {
  const message = `there is a task "${id}" already`;
  return new TaskdeckError('TaskAlreadyExists', message, { details: [{ pointer: '/id', message }] });
}

/** Why the key of a draft is not that of its body. An error about one draft does not fail the others of the batch. */
function refusalOfBody({ isOfBody }: TaskDraft, keptHash: string): unknown {
  try {
    return isOfBody?.(keptHash) === true ? undefined : keyReused();
  } catch (error) {
    return error;
  }
}

function keyReused(): TaskdeckError {
  return new TaskdeckError('IdempotencyKeyReused', 'the idempotency key was used for another body; take a new key');
}

function deletedSince(): TaskdeckError {
  return new TaskdeckError('TaskNotFound', 'the task that this idempotency key created has been deleted since');
}

/** Returns 128 bits of SHA-256 as a UUID: small in the index, and different for each caller and key. */
function idempotencyHash({ identity, key }: Idempotency): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([identity, key]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** The row that a read of the new task would return, without the input, whose value is known. */
function rowOf(draft: TaskDraft, task: InsertedTask): TaskRow {
  return {
    ...emptyActive,
    key: task.key,
    id: draft.id,
    type: draft.type,
    ...draft.columns,
    input: null,
    created_on: task.created_on,
    created_by: draft.createdBy,
    modified_on: task.created_on,
    modified_by: draft.createdBy,
    queued_on: task.created_on,
    requeued_on: null,
    now_on: task.created_on,
    active_status: task.is_scheduled ? 'scheduled' : 'queued',
    due_on: task.is_scheduled ? draft.dueOn : null,
  };
}

const emptyActive = {
  type_retry: null,
  parent_id: null,
  parent_run_count: null,
  parent_sequence: null,
  version: 1,
  fence: 0,
  active_queue: null,
  active_priority: null,
  active_concurrency_key: null,
  active_concurrency_limit: null,
  deadline_on: null,
  wait_kind: null,
  wait_sequence: null,
  wait_name: null,
  wait_task_key: null,
  waiting_since: null,
  paused_by: null,
  paused_on: null,
  paused_status: null,
  worker_name: null,
  worker_expires_on: null,
  is_worker_lost: null,
  ended_status: null,
  run_count: 1,
  trigger: 'create',
  attempt: 1,
  started_on: null,
  ended_on: null,
  output: null,
  error: null,
  worker: null,
  listed: null,
} as const;
