import 'server-only';
import type { QueryClient } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import type { TaskClient } from '#client';
import { PageFailure } from '../problem/page-failure.ts';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import { makeQueryClient } from '../query/query-client.ts';
import { type ErrorWindow, errorKeys } from './error-queries.ts';
import { readErrorGroup, type ShownErrorGroup } from './read-error-group.ts';

/** Reads what the page of a cause shows first. Leads to the not-found page where there is none. */
export async function prefetchError(
  client: TaskClient,
  id: string,
  window: ErrorWindow,
): Promise<{ queryClient: QueryClient; group: ShownErrorGroup }> {
  const queryClient = makeQueryClient();
  const group = await readOrLeave(client, id, window);
  queryClient.setQueryData(errorKeys.group(id, window), group);
  return { queryClient, group };
}

async function readOrLeave(client: TaskClient, id: string, window: ErrorWindow): Promise<ShownErrorGroup> {
  try {
    return await readErrorGroup(client, id, window);
  } catch (error) {
    const problem = problemOfFailure(error);
    if (problem.code === 'ErrorGroupNotFound' || problem.code === 'InvalidRequest') notFound();
    throw new PageFailure(problem);
  }
}
