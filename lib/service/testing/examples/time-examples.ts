import type { Examples, Planter } from '../canaries/planting.ts';

/** The calls about how long tasks took, and what ran when. */
export const timeExamples = {
  GetTaskDurations: {
    access: ['GET', '/v1/task-durations', ['tasks/read'], ['steps/read']],
    calls: async () => [{}, { query: { measure: 'stepTime', step: 'echo' } }],
  },
  GetTimeline: {
    access: ['GET', '/v1/timeline', ['workers/read', 'tasks/read'], []],
    calls: async (planter) => {
      await addManyRuns(planter);
      const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
      return [{}, { query: { by: 'queue' } }, { query: { from: ago(30), to: ago(10) } }];
    },
  },
} satisfies Partial<Examples>;

/** A task with more runs than a timeline shows one by one, twenty minutes ago, and a worker that was lost then. */
async function addManyRuns({ service }: Planter): Promise<void> {
  await service.database`
    with made as (
      insert into task (id, type, queue, priority, created_by, modified_by)
      values ('many-runs', 'canary.failing', 'compared', 0, 'a', 'a') on conflict (id) do nothing returning key
    ), lost as (
      insert into worker (id, name, host, process_id, queues, types, slots, is_expired, started_on, expires_on)
      select 'lost', 'lost', 'lost', 1, '{}', '{}', 1, true, now() - interval '25 minutes', now() - interval '20 minutes' from made
    )
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on, started_on, ended_on, worker)
    select key, n, n = 1001, 'succeeded', 'rerun', 'a', 1, now() - interval '21 minutes', now() - interval '21 minutes',
      now() - interval '20 minutes', 'lost' from made, generate_series(1, 1001) n`;
}
