import 'server-only';
import type { QueryClient } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import type { TaskClient } from '#client';
import { readStepPages } from '@/components/step/step-pages.ts';
import { taskName } from '@/components/task/task-row.ts';
import type { SignedIn } from '../access/gate.ts';
import { PageFailure } from '../problem/page-failure.ts';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import { makeQueryClient } from '../query/query-client.ts';
import { type RunRead, readRun, readSteps } from './read-run.ts';
import { runKeys } from './run-queries.ts';

/** Reads what the page of a run shows first. Leads to the not-found page where there is no such task or run. */
export async function prefetchRun(
  { client, scopes }: Pick<SignedIn, 'client' | 'scopes'>,
  id: string,
  run: string | undefined,
): Promise<{ queryClient: QueryClient; runCount: string; name: string }> {
  const read = await readOrLeave(client, id, run);
  const queryClient = makeQueryClient();
  const seen = read.run.runCount;
  queryClient.setQueryData(runKeys.run(id, String(seen)), { ...read, skewInMs: 0 });
  if (scopes.includes('steps/read'))
    await queryClient.prefetchQuery({
      queryKey: runKeys.steps(id, seen),
      queryFn: () => readStepPages((token) => readSteps(client, id, seen, token), undefined, 1),
    });
  return { queryClient, runCount: String(seen), name: taskName(read.task) };
}

async function readOrLeave(client: TaskClient, id: string, run: string | undefined): Promise<RunRead> {
  try {
    return await readRun(client, id, run);
  } catch (error) {
    const problem = problemOfFailure(error);
    if (problem.code === 'TaskNotFound' || problem.code === 'RunNotFound') notFound();
    if (problem.code === 'InvalidRequest') notFound(); // no task can have such an id
    throw new PageFailure(problem);
  }
}
