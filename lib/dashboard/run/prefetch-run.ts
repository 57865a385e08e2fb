import 'server-only';
import type { QueryClient } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import type { TaskClient } from '#client';
import { stepInTrouble, troubledName } from '@/components/step/step-in-trouble.ts';
import { readStepPages, type StepPages, stepsOf } from '@/components/step/step-pages.ts';
import type { StepView } from '@/components/step/step-view.ts';
import { taskName } from '@/components/task/task-row.ts';
import type { SignedIn } from '../access/gate.ts';
import { PageFailure } from '../problem/page-failure.ts';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import { makeQueryClient } from '../query/query-client.ts';
import { type RunRead, readRun, readSteps, toStepView } from './read-run.ts';
import { runKeys } from './run-queries.ts';

/** The steps that come with the page. More than a screen shows, and few enough that the page is light. */
const stepsOfPage = 50;

/**
 * Reads what the page of a run shows first, with the step that is `selected`, if any. Leads to the not-found page where there
 * is no such task or run.
 */
export async function prefetchRun(
  { client, scopes }: Pick<SignedIn, 'client' | 'scopes'>,
  id: string,
  run: string | undefined,
  selected: number | undefined,
): Promise<{ queryClient: QueryClient; runCount: string; name: string }> {
  const read = await readOrLeave(client, id, run);
  const queryClient = makeQueryClient();
  const seen = read.run.runCount;
  queryClient.setQueryData(runKeys.run(id, String(seen)), read);
  if (scopes.includes('steps/read')) {
    await queryClient.prefetchQuery({
      queryKey: runKeys.steps(id, seen),
      queryFn: () =>
        readStepPages((token) => readSteps(client, id, seen, token, { maxPageSize: stepsOfPage }), undefined, 1),
    });
    const pages = queryClient.getQueryData<StepPages>(runKeys.steps(id, seen));
    if (pages?.hasMore) await prefetchFarSteps(queryClient, client, read, stepsOf(pages), selected);
  }
  return { queryClient, runCount: String(seen), name: taskName(read.task) };
}

/** Reads the step that the run failed in or waits in, and the selected one, where they come after all that are loaded. */
async function prefetchFarSteps(
  queryClient: QueryClient,
  client: TaskClient,
  { task: { id }, run }: RunRead,
  loaded: readonly StepView[],
  selected: number | undefined,
): Promise<void> {
  const name = troubledName(run);
  const isFar = name !== undefined && stepInTrouble(run, loaded)?.name !== name;
  const isSelectedFar = selected !== undefined && !loaded.some(({ sequence }) => sequence === selected);
  await Promise.all([
    isFar &&
      queryClient.prefetchQuery({
        queryKey: runKeys.namedSteps(id, run.runCount, name),
        queryFn: async () => {
          const { value } = await readSteps(client, id, run.runCount, undefined, { name });
          const trouble = stepInTrouble(run, value);
          return trouble === undefined ? [] : [trouble];
        },
      }),
    isSelectedFar &&
      queryClient.prefetchQuery({
        queryKey: runKeys.step(id, run.runCount, selected),
        queryFn: async () => toStepView(await client.getStepsClient().getStepAsync(id, run.runCount, selected)),
      }),
  ]);
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
