import 'server-only';
import type { QueryClient } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import type { TaskClient } from '#client';
import { PageFailure } from '../problem/page-failure.ts';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import { makeQueryClient } from '../query/query-client.ts';
import { comparePath } from './compare-params.ts';
import { readRun } from './read-run.ts';
import { runKeys } from './run-queries.ts';

/** One side of a comparison. */
export type ComparedSide = { taskId: string; run: string };

type Prefetched = {
  queryClient: QueryClient;
  left: ComparedSide;
  /** `undefined` where there is nothing to compare with. */
  right: ComparedSide | undefined;
  /** The address that names both runs, where the given one does not: it stays the same when another run succeeds. */
  path: string | undefined;
};

type Other = { taskId: string | null; run: string | null };

/** Reads two runs that are compared. Without another run, finds the succeeded one that tells most. */
export async function prefetchComparison(
  client: TaskClient,
  id: string,
  run: string | null,
  other: Other,
): Promise<Prefetched> {
  try {
    const queryClient = makeQueryClient();
    const read = async (taskId: string, given: string | null) => {
      const found = await readRun(client, taskId, given ?? undefined);
      const side = { taskId, run: String(found.run.runCount) };
      queryClient.setQueryData(runKeys.run(taskId, side.run), found);
      return side;
    };
    const left = await read(id, run);
    if (other.taskId === null && other.run === null) {
      const { run: found } = await client.findComparableRunAsync(id, BigInt(left.run));
      const path = found === undefined ? undefined : comparePath(id, left.run, found);
      return { queryClient, left, right: undefined, path };
    }
    const right = await read(other.taskId ?? id, other.run);
    const isNamed = run !== null && other.taskId !== null && other.run !== null;
    const path = comparePath(id, left.run, { taskId: right.taskId, runCount: right.run });
    return { queryClient, left, right, path: isNamed ? undefined : path };
  } catch (error) {
    const problem = problemOfFailure(error);
    if (['TaskNotFound', 'RunNotFound', 'InvalidRequest'].includes(problem.code)) notFound();
    throw new PageFailure(problem);
  }
}
