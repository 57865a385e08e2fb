import 'server-only';
import type { TaskClient } from '#client';
import type { TaskResponse } from '#contract';
import { PageFailure } from '../../problem/page-failure.ts';
import { problemOfFailure } from '../../problem/problem-of-failure.ts';

/** The task that a new one is made like; `undefined` where there is none with this id that the operator can read. */
export async function readOrigin(client: TaskClient, id: string): Promise<TaskResponse | undefined> {
  try {
    return await client.getTaskAsync(id);
  } catch (error) {
    const problem = problemOfFailure(error);
    if (problem.code === 'TaskNotFound' || problem.code === 'InvalidRequest') return undefined;
    throw new PageFailure(problem);
  }
}
