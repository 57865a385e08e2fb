import 'server-only';
import { notFound } from 'next/navigation';
import { isRequestFailedError, type TaskClient } from '#client';
import type { TaskResponse } from '#contract';
import { PageFailure } from '../../problem/page-failure.ts';
import { problemOfFailure } from '../../problem/problem-of-failure.ts';

/** The task that a new one is made like. */
export async function readOrigin(client: TaskClient, id: string): Promise<TaskResponse> {
  try {
    return await client.getTaskAsync(id);
  } catch (error) {
    if (isRequestFailedError(error) && error.statusCode === 404) notFound();
    throw new PageFailure(problemOfFailure(error));
  }
}
