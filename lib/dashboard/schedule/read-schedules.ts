import 'server-only';
import type { TaskClient } from '#client';
import type { TaskResponse } from '#contract';
import { type ListPage, readPage } from '../list/page.ts';
import { describeSchedule } from './describe-schedule.ts';

/** A task with a schedule, and what the schedule means. */
export type ScheduledTask = Pick<
  TaskResponse,
  'id' | 'name' | 'type' | 'status' | 'runCount' | 'startedOn' | 'etag' | 'nextRunOn' | 'endedOn' | 'schedule'
> & { words: string; next: string[] };

const nextShown = 3;

export async function readSchedules(
  client: TaskClient,
  options: { continuationToken?: string | undefined; abortSignal?: AbortSignal } = {},
): Promise<ListPage<ScheduledTask>> {
  const { continuationToken, abortSignal } = options;
  const page = await readPage(client.listTasksAsync({ schedule: true, orderBy: 'id asc', abortSignal }), {
    continuationToken,
    maxPageSize: 200,
  });
  return { ...page, value: page.value.map(toScheduled) };
}

/** Reads one task with its schedule, if it has one. */
export async function readSchedule(
  client: TaskClient,
  id: string,
  options: { abortSignal?: AbortSignal } = {},
): Promise<ScheduledTask> {
  return toScheduled(await client.getTaskAsync(id, options));
}

function toScheduled(task: TaskResponse): ScheduledTask {
  const { id, name, type, status, runCount, startedOn, etag, nextRunOn, endedOn, schedule } = task;
  const meaning = schedule === undefined ? undefined : describeSchedule(schedule, { count: nextShown });
  const isClear = meaning !== undefined && 'words' in meaning;
  return {
    id,
    type,
    status,
    runCount,
    etag,
    ...(name === undefined ? {} : { name }),
    ...(startedOn === undefined ? {} : { startedOn }),
    ...(nextRunOn === undefined ? {} : { nextRunOn }),
    ...(endedOn === undefined ? {} : { endedOn }),
    ...(schedule === undefined ? {} : { schedule }),
    words: isClear ? meaning.words : (schedule?.cron ?? ''),
    next: isClear && status !== 'paused' ? meaning.next : [],
  };
}
