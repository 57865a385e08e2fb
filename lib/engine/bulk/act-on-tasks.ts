import { type BulkAction, isEnded } from '#contract';
import type { Transaction } from '#database';
import { type Actor, ownerOfRuns } from '../actor.ts';
import type { DeclaredEvents } from '../events/event-schemas.ts';
import { eventText, raiseEvents, tooManyEvents } from '../events/raise-event.ts';
import { announce } from '../tasks/announce.ts';
import { beginRuns } from '../tasks/begin-run.ts';
import { cancelRuns } from '../tasks/cancel-task.ts';
import { crowdRuns } from '../tasks/crowd-runs.ts';
import type { CrowdedCallers } from '../tasks/crowded-callers.ts';
import { removeTasks } from '../tasks/delete-task.ts';
import { endRuns } from '../tasks/end-run.ts';
import { type LockedTask, lockTasks } from '../tasks/lock-task.ts';
import { pauseRuns } from '../tasks/pause-task.ts';
import { resumeRuns } from '../tasks/resume-task.ts';
import { updateRuns } from '../tasks/update-task.ts';
import { wakeRuns } from '../tasks/wake-task.ts';
import { forkRuns } from './fork-runs.ts';
import { gone, noTime, type Refusal, refusalOf, refusalToCancel } from './refusal.ts';
import { refusalOfEvent } from './refuse-event.ts';
import { exceedsTags, mergedTags, tooManyTags } from './tag-changes.ts';

export type Item = { position: number; task_id: string; task_key: number | null };

/** What became of an item. `runCount` is the run that the action started or continued. */
export type Acted = { position: number; taskId: string; runCount?: number; refusal?: Refusal };

type By = Pick<Actor, 'name' | 'owner'>;

/**
 * Does an action to a batch of tasks in the caller's transaction. Each is refused or acted on. Runs that it queues count
 * for its actor.
 */
export async function actOnTasks(
  transaction: Transaction,
  action: BulkAction,
  items: readonly Item[],
  actor: By,
  { crowded, declared }: { crowded: CrowdedCallers; declared: DeclaredEvents },
): Promise<Acted[]> {
  const locked = new Map(
    (
      await lockTasks(
        transaction,
        items.map(({ task_id }) => task_id),
      )
    ).map((task) => [task.id, task]),
  );
  const refusals = new Map<string, Refusal>();
  const able: LockedTask[] = [];
  for (const { task_id: id, task_key: key } of items) {
    const task = locked.get(id);
    const refusal = task === undefined || task.key !== key ? gone : refusalOfTask(task, action);
    if (refusal !== undefined) refusals.set(id, refusal);
    else if (task !== undefined) able.push(task);
  }
  if (action.kind === 'raiseEvent')
    for (const [type, ofType] of Map.groupBy(able, (task) => task.type)) {
      const refusal = await refusalOfEvent(declared, action, type, ownerOfRuns(actor));
      if (refusal !== undefined) for (const { id } of ofType) refusals.set(id, refusal);
    }
  const left = able.filter(({ id }) => !refusals.has(id));
  const runs = left.length > 0 ? await perform(transaction, action, left, actor, refusals) : noRuns;
  if (action.kind !== 'update') {
    const others = left.filter(({ status }) => status !== 'queued');
    await crowdRuns(
      transaction,
      crowded,
      others.map(({ key }) => ({ key, caller: ownerOfRuns(actor) })),
    );
  }
  return items.map(({ position, task_id: taskId }) => {
    const refusal = refusals.get(taskId);
    const runCount = runs.get(taskId);
    return { position, taskId, ...(refusal && { refusal }), ...(runCount !== undefined && { runCount }) };
  });
}

function refusalOfTask(task: LockedTask, action: BulkAction): Refusal | undefined {
  return refusalOf(task, action) ?? (action.kind === 'cancel' ? refusalToCancel(task) : undefined);
}

const noRuns: ReadonlyMap<string, number> = new Map();

/** Resolves with the run that was started or continued for each task, where the action moves one. */
async function perform(
  transaction: Transaction,
  action: BulkAction,
  tasks: readonly LockedTask[],
  actor: By,
  refusals: Map<string, Refusal>,
): Promise<ReadonlyMap<string, number>> {
  const runsAt = (given: readonly LockedTask[], step: number) =>
    new Map(given.map(({ id, run_count }) => [id, run_count + step]));
  switch (action.kind) {
    case 'rerun':
      await beginRuns(transaction, tasks, { trigger: 'rerun', by: actor });
      await announce(transaction, tasks, { isReady: true });
      return runsAt(tasks, 1);
    case 'fork':
      return runsAt(await forkRuns(transaction, tasks, action.fromStep, actor, refusals), 1);
    case 'cancel':
      await cancelRuns(transaction, tasks);
      return noRuns;
    case 'pause':
      await pauseRuns(transaction, tasks, actor);
      return noRuns;
    case 'resume':
      await resumeRuns(transaction, tasks);
      return runsAt(tasks, 0);
    case 'wake': {
      const woken = runsAt(await wakeRuns(transaction, tasks), 0);
      for (const { id } of tasks) if (!woken.has(id)) refusals.set(id, noTime);
      return woken;
    }
    case 'delete': {
      const active = tasks.filter(({ status }) => !isEnded(status));
      if (active.length > 0) await endRuns(transaction, active, 'cancelled');
      await removeTasks(transaction, tasks);
      return noRuns;
    }
    case 'raiseEvent': {
      const event = { name: action.name, data: eventText(action.value) };
      const ids = tasks.map(({ id }) => id);
      const raised = new Set((await raiseEvents(transaction, ids, event, actor)).map(({ task_id }) => task_id));
      for (const id of ids) if (!raised.has(id)) refusals.set(id, tooManyEvents);
      return runsAt(
        tasks.filter(({ id, status }) => raised.has(id) && !isEnded(status)),
        0,
      );
    }
    case 'update':
      await updateTasks(transaction, action, await withRoom(transaction, action, tasks, refusals), actor);
      return noRuns;
  }
}

/** The tasks that can have the tags of an update. The others are refused. */
async function withRoom(
  transaction: Transaction,
  { tags }: Extract<BulkAction, { kind: 'update' }>,
  tasks: readonly LockedTask[],
  refusals: Map<string, Refusal>,
): Promise<readonly LockedTask[]> {
  if (tags === undefined) return tasks;
  const full = await transaction<{ id: string }[]>`
    select id from task t where key = any(${tasks.map(({ key }) => key)}::bigint[]) and ${exceedsTags(transaction, tags)}`;
  for (const { id } of full) refusals.set(id, tooManyTags);
  return tasks.filter(({ id }) => !refusals.has(id));
}

async function updateTasks(
  transaction: Transaction,
  { tags, queue, priority }: Extract<BulkAction, { kind: 'update' }>,
  tasks: readonly LockedTask[],
  actor: By,
): Promise<void> {
  if (tasks.length === 0) return;
  await transaction`
    update task t set queue = coalesce(${queue ?? null}, queue), priority = coalesce(${priority ?? null}::smallint, priority),
      tags = ${tags === undefined ? transaction`tags` : mergedTags(transaction, tags)},
      version = version + 1, modified_on = now(), modified_by = ${actor.name}
    where key = any(${tasks.map(({ key }) => key)}::bigint[])`;
  await updateRuns(transaction, tasks);
  await announce(transaction, tasks, { isReady: true });
}
