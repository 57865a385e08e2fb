import { setTimeout as sleep } from 'node:timers/promises';
import type { Scope } from '#contract';
import { bodyOf, type Examples, type Planter } from '../canaries/planting.ts';

const sees: readonly Scope[] = ['sensitive/read'];

/** The calls about what fails, and what failing tasks have in common. */
export const errorExamples = {
  CompareTasks: {
    access: ['GET', '/v1/task-comparison', ['tasks/read'], [...sees, 'steps/read']],
    calls: async (planter) => {
      await addComparable(planter);
      const rest = { othersEndedAfter: '2026-01-01T00:00:00Z' };
      return [
        { query: { queue: 'compared', status: 'failed' } },
        { query: { queue: 'compared', search: '1', ...rest } },
      ];
    },
  },
  ListErrorGroups: {
    access: ['GET', '/v1/error-groups', ['tasks/read'], sees],
    calls: async (planter) => {
      const id = await groupOf(planter, 'canary.late-failing');
      await planter.must('UpdateErrorGroup', {
        params: { id },
        request: { body: { status: 'resolved', resolvedInVersion: '1' } },
      });
      await planter.must('UpdateErrorGroup', await muteOf(planter));
      return [{}, { query: { search: 'canary' } }, { query: { status: 'new', type: 'canary.*' } }];
    },
  },
  GetErrorGroup: {
    access: ['GET', '/v1/error-groups/{id}', ['tasks/read'], sees],
    calls: async (planter) => [
      { params: { id: await groupOf(planter, 'canary.failing') } },
      { params: { id: await groupOf(planter, 'canary.late-failing') }, query: { windowInMs: '7200000' } },
    ],
  },
  GetErrorRemedies: {
    access: ['GET', '/v1/error-groups/{id}/remedies', ['tasks/read'], []],
    calls: async (planter) => {
      const id = await groupOf(planter, 'canary.failing');
      await addRerun(planter, id);
      return [{ params: { id } }];
    },
  },
  UpdateErrorGroup: {
    access: ['PATCH', '/v1/error-groups/{id}', ['tasks/update'], [], 'audited'],
    calls: async (planter) => [await muteOf(planter)],
  },
  MergeErrorGroups: {
    access: ['POST', '/v1/error-groups/{id}/merge', ['tasks/update'], [], 'audited'],
    calls: async (planter) => {
      const id = await groupOf(planter, 'canary.failing');
      return [{ params: { id }, request: { body: { ids: [id] } } }];
    },
  },
} satisfies Partial<Examples>;

async function muteOf(planter: Planter) {
  return {
    params: { id: await groupOf(planter, 'canary.failing') },
    request: bodyOf(planter, 'UpdateErrorGroup', {
      'UpdateErrorGroup/status': 'muted',
      'UpdateErrorGroup/resolvedInVersion': undefined,
    }),
  };
}

/** Twenty tasks that succeeded with the input of the task `all`, and twenty that failed without one, after a slow step. */
async function addComparable({ service }: Planter): Promise<void> {
  await service.database`
    with made as (
      insert into task (id, type, input, queue, priority, sensitive, created_by, modified_by)
      select 'compared-' || n, t.type, case when n > 20 then t.input end, 'compared', 0, t.sensitive, 'a', 'a'
      from task t, generate_series(1, 40) n where t.id = 'all' on conflict (id) do nothing returning key, input
    ), stepped as (
      insert into step (task_key, run_count, sequence, name, kind, status, started_on, ended_on)
      select key, 1, 0, 'echo', 'step', 'succeeded', now() - case when input is null then interval '5 s' else interval '0' end,
        now() from made
    )
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on)
    select key, 1, true, case when input is null then 'failed' else 'succeeded' end::run_status, 'create', 'a', 1, now()
    from made`;
}

/** A task that failed with a cause, and succeeded when it was forked from its step. */
async function addRerun({ service }: Planter, fingerprint: string): Promise<void> {
  await service.database`
    with made as (
      insert into task (id, type, queue, priority, created_by, modified_by)
      values ('mended', 'canary.failing', 'compared', 0, 'a', 'a') on conflict (id) do nothing returning key
    ), stepped as (
      insert into step (task_key, run_count, sequence, name, kind, status, started_on)
      select key, 1, 0, 'echo', 'step', 'failed', now() from made
    ), versioned as (insert into worker_version (worker, type, version) select 'a', 'canary.failing', '1' from made)
    insert into run (task_key, run_count, is_current, status, trigger, triggered_by, attempt, queued_on, worker,
      fingerprint, forked_from_run_count, forked_from_sequence)
    select key, n, n = 2, (array['failed', 'succeeded'])[n]::run_status, (array['create', 'fork'])[n]::run_trigger, 'a', 1,
      now(), 'a', case n when 1 then ${fingerprint} end, case n when 2 then 1 end, case n when 2 then 0 end
    from made, generate_series(1, 2) n`;
}

/** The id of the group of the failures of a type, as soon as they are counted. */
async function groupOf({ service }: Planter, type: string): Promise<string> {
  for (;;) {
    const [row] = await service.database<{ id: string }[]>`select id from error_group where type = ${type}`;
    if (row !== undefined) return row.id;
    await sleep(20);
  }
}
