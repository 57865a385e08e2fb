import { z } from 'zod';
import { activeStatuses, endedStatuses, stepKinds } from '#contract';
import type { Database } from '#database';

const activeRun = z.object({
  id: z.string(),
  runCount: z.number(),
  status: z.enum(activeStatuses),
  worker: z.string().nullable(),
  isStarted: z.boolean(),
  key: z.string().nullable(),
  limit: z.number().nullable(),
  due: z.string().nullable(),
  deadline: z.string().nullable(),
});
const endedRun = z.object({
  id: z.string(),
  runCount: z.number(),
  status: z.enum(endedStatuses),
  trigger: z.string(),
  output: z.unknown(),
  error: z.object({ name: z.string(), message: z.string() }).nullable(),
  startedOn: z.string().nullable(),
  endedOn: z.string(),
  isCurrent: z.boolean(),
});
const stepRow = z.object({
  id: z.string(),
  runCount: z.number(),
  sequence: z.number(),
  name: z.string(),
  kind: z.enum(stepKinds),
  status: z.string(),
  output: z.unknown(),
  child: z.string().nullable(),
  wake: z.string().nullable(),
  keptFrom: z.number().nullable(),
});
const taskRow = z.object({
  id: z.string(),
  parent: z.string().nullable(),
  parentRunCount: z.number().nullable(),
  parentSequence: z.number().nullable(),
  isHourly: z.boolean(),
});
const snapshot = z.object({
  now: z.string(),
  tasks: z.array(taskRow),
  active: z.array(activeRun),
  ended: z.array(endedRun),
  steps: z.array(stepRow),
  /** Names of the workers with a valid lease. */
  workers: z.array(z.string()),
  saves: z.array(z.object({ id: z.string(), version: z.number() })),
});

export type ActiveRun = z.output<typeof activeRun>;
export type EndedRun = z.output<typeof endedRun>;
export type StepRow = z.output<typeof stepRow>;
/** Everything that the database holds of one history at one moment. */
export type Snapshot = z.output<typeof snapshot>;

/** Reads a history, whose tasks are those of a queue, in one statement, so that it shows one moment. */
export async function takeSnapshot(database: Database, queue: string): Promise<Snapshot> {
  const [row] = await database<{ found: string }[]>`
    with mine as materialized (select key, id, parent_key, parent_run_count, parent_sequence, schedule from task where queue = ${queue})
    select json_build_object(
      'now', now(),
      'tasks', (select coalesce(json_agg(json_build_object('id', m.id, 'parent', p.id, 'parentRunCount', m.parent_run_count,
        'parentSequence', m.parent_sequence, 'isHourly', m.schedule is not null)), '[]')
        from mine m left join mine p on p.key = m.parent_key),
      'active', (select coalesce(json_agg(json_build_object('id', m.id, 'runCount', a.run_count, 'status', a.status,
        'worker', w.name, 'isStarted', a.started_on is not null, 'key', a.concurrency_key,
        'limit', a.concurrency_limit, 'due', a.due_on, 'deadline', a.deadline_on) order by m.id), '[]')
        from mine m join active_run a on a.task_key = m.key left join worker w on w.key = a.worker_key),
      'ended', (select coalesce(json_agg(json_build_object('id', m.id, 'runCount', r.run_count, 'status', r.status,
        'trigger', r.trigger, 'output', r.output, 'error', r.error, 'startedOn', r.started_on, 'endedOn', r.ended_on,
        'isCurrent', r.is_current) order by m.id, r.run_count), '[]')
        from mine m join run r on r.task_key = m.key),
      'steps', (select coalesce(json_agg(json_build_object('id', m.id, 'runCount', s.run_count, 'sequence', s.sequence,
        'name', s.name, 'kind', s.kind, 'status', s.status, 'output', s.output, 'child', s.child_task_id, 'wake', s.wake_on,
        'keptFrom', s.kept_from) order by m.id, s.run_count, s.sequence), '[]')
        from mine m join step s on s.task_key = m.key),
      'workers', (select coalesce(json_agg(name), '[]') from worker where queues = array[${queue}] and not is_expired),
      'saves', (select coalesce(json_agg(json_build_object('id', e.id, 'version', e.version)), '[]')
        from state_store s join state_entry e on e.store_key = s.key where s.name = ${queue})
    ) as found`;
  return snapshot.parse(JSON.parse(row?.found ?? 'null'));
}
