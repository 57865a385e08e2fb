import 'server-only';
import type { QueryClient } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import type { TaskClient } from '#client';
import { PageFailure } from '../problem/page-failure.ts';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import { makeQueryClient } from '../query/query-client.ts';
import { readSchedule } from './read-schedules.ts';
import { scheduleKey } from './schedule-key.ts';

/** Reads what the page of a schedule shows first. Leads to the not-found page where there is no such task. */
export async function prefetchSchedule(client: TaskClient, id: string): Promise<QueryClient> {
  const queryClient = makeQueryClient();
  try {
    queryClient.setQueryData(scheduleKey(id), await readSchedule(client, id));
    return queryClient;
  } catch (error) {
    const problem = problemOfFailure(error);
    if (problem.code === 'TaskNotFound' || problem.code === 'InvalidRequest') notFound();
    throw new PageFailure(problem);
  }
}
