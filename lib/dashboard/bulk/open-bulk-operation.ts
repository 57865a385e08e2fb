import 'server-only';
import { notFound } from 'next/navigation';
import type { TaskClient } from '#client';
import { PageFailure } from '../problem/page-failure.ts';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import { readBulkOperation, type ShownBulkOperation } from './read-bulk.ts';

/** Reads an operation for its page. Leads to the not-found page where there is none. */
export async function openBulkOperation(client: TaskClient, id: string): Promise<ShownBulkOperation> {
  try {
    return await readBulkOperation(client, id);
  } catch (error) {
    const problem = problemOfFailure(error);
    if (problem.code === 'BulkOperationNotFound' || problem.code === 'InvalidRequest') notFound();
    throw new PageFailure(problem);
  }
}
