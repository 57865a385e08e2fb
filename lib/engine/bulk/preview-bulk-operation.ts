import { type BulkPreview, bulkTaskType, limits, type ParsedBulkPreview, type TaskStatus } from '#contract';
import type { Database, Fragment } from '#database';
import { EventSchemas } from '../events/event-schemas.ts';
import { overOf, type ReadingBounds } from '../reading-bounds.ts';
import { getTasks } from '../tasks/get-task.ts';
import { joinRuns } from '../tasks/list/conditions.ts';
import { isFirstStep, previewSteps } from './preview-steps.ts';
import { gone, noStep, noTime, type Refusal, refusalOf } from './refusal.ts';
import { refusalOfEvent } from './refuse-event.ts';
import { selectedKeys } from './selected-tasks.ts';
import { exceedsTags, tooManyTags } from './tag-changes.ts';

const sampleSize = 10;
const typesShown = 20;
/** Of so many tasks, the steps are counted. */
const tasksOfSteps = 1_000;

/**
 * Returns what an operation would act on, and changes nothing. It counts at most `limits.bulkPreviewTasks` tasks, for 10 seconds. Throws
 * `BulkOperationNotFound` for a selection from an unknown operation.
 */
export async function previewBulkOperation(
  database: Database,
  { action, selection }: ParsedBulkPreview,
  bounds: ReadingBounds = {},
): Promise<BulkPreview> {
  const isOver = overOf(bounds);
  const declared = await EventSchemas.of(database).declared();
  const refusalOfData = memoized((type: string) =>
    action.kind === 'raiseEvent' ? refusalOfEvent(declared, action, type, 'previews') : Promise.resolve(undefined),
  );
  const statuses = new Map<TaskStatus, number>();
  const types = new Map<string, number>();
  const ages = new Map<Age, number>();
  const refused = new Map<string, number>();
  const sample: number[] = [];
  let steps: BulkPreview['steps'] | undefined;
  let total = 0;
  let isCut = false;
  for await (const { keys, missing, isMore } of selectedKeys(database, selection)) {
    const groups = (await groupsOf(database, keys, action)).filter(
      ({ type }) => type !== bulkTaskType || !('filter' in selection),
    );
    if (total >= limits.bulkPreviewTasks && (groups.length > 0 || missing > 0)) {
      isCut = true;
      break;
    }
    add(refused, gone.message, missing);
    for (const group of groups) {
      total += group.count;
      add(statuses, group.status, group.count);
      add(types, group.type, group.count);
      add(ages, group.age, group.count);
      const refusal =
        refusalOf(group, action) ?? (group.is_refused ? refusalOfLack(action) : await refusalOfData(group.type));
      if (refusal !== undefined) add(refused, refusal.message, group.count);
    }
    total += missing;
    if (sample.length < sampleSize) sample.push(...keys.slice(0, sampleSize - sample.length));
    if (keys.length > 0) steps ??= await previewSteps(database, keys.slice(0, tasksOfSteps), action);
    if (isMore && isOver()) {
      isCut = true;
      break;
    }
  }
  return {
    total,
    isCut,
    byStatus: ranked(statuses).map(([status, count]) => ({ status, count })),
    byType: ranked(types)
      .slice(0, typesShown)
      .map(([type, count]) => ({ type, count })),
    byAge: agesInOrder.flatMap((age) => (ages.has(age) ? [{ age, count: ages.get(age) ?? 0 }] : [])),
    refused: ranked(refused).map(([reason, count]) => ({ reason, count })),
    steps: steps ?? [],
    sample: await getTasks(database, sample, {}),
  };
}

/** Asks once for each key. */
function memoized<Answer>(ask: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (key) => {
    const answer = answers.get(key) ?? ask(key);
    answers.set(key, answer);
    return answer;
  };
}

const agesInOrder = ['hour', 'day', 'week', 'older'] as const;
type Age = (typeof agesInOrder)[number];

type Group = { type: string; status: TaskStatus; age: Age; is_refused: boolean; count: number };

/** Counts tasks by what the preview tells of them. */
function groupsOf(database: Database, keys: readonly number[], action: ParsedBulkPreview['action']) {
  if (keys.length === 0) return [];
  return database<Group[]>`
    select type, status, age, is_refused, count(*) as count from (
      select t.type, coalesce(a.status, r.status) as status, ${lackOf(database, action)} as is_refused,
        case when t.created_on > now() - interval '1 hour' then 'hour' when t.created_on > now() - interval '1 day' then 'day'
          when t.created_on > now() - interval '7 days' then 'week' else 'older' end as age
      from task t ${joinRuns(database, database`t.key`)}
      where t.key = any(${[...keys]}::bigint[])
    ) tasks group by 1, 2, 3, 4`;
}

/** Whether a task `t` has no step that the action needs, or no room for its tags. */
function lackOf(database: Database, action: ParsedBulkPreview['action']): Fragment {
  if (action.kind === 'fork')
    return database`not exists (
      select from step s where s.task_key = t.key and s.run_count = r.run_count and ${isFirstStep(database, action)})`;
  if (action.kind === 'update' && action.tags !== undefined) return exceedsTags(database, action.tags);
  if (action.kind !== 'wake') return database`false`;
  return database`coalesce(a.status = 'waiting', false) and not exists (
    select from step s where s.task_key = t.key and s.run_count = a.run_count and s.wake_on is not null
      and (s.kind = 'sleep' and s.status = 'waiting' or s.kind = 'step' and s.status = 'retrying'))`;
}

function refusalOfLack(action: ParsedBulkPreview['action']): Refusal {
  if (action.kind === 'update') return tooManyTags;
  return action.kind === 'fork' ? noStep(action.fromStep) : noTime;
}

function add<Key>(counts: Map<Key, number>, key: Key, count: number): void {
  if (count > 0) counts.set(key, (counts.get(key) ?? 0) + count);
}

function ranked<Key>(counts: ReadonlyMap<Key, number>): [Key, number][] {
  return [...counts].sort((a, b) => b[1] - a[1]);
}
