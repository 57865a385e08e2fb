import 'server-only';
import { notFound } from 'next/navigation';
import { PageFailure } from '../problem/page-failure.ts';
import { problemOfFailure } from '../problem/problem-of-failure.ts';
import type { NameReader } from '../task/name-tasks.ts';
import { readBulkOperation, type ShownBulkOperation } from './read-bulk.ts';

/** Reads an operation for its page. Leads to the not-found page where there is none. */
export async function openBulkOperation(reader: NameReader, id: string): Promise<ShownBulkOperation> {
  try {
    return await readBulkOperation(reader, id);
  } catch (error) {
    const problem = problemOfFailure(error);
    if (problem.code === 'BulkOperationNotFound' || problem.code === 'InvalidRequest') notFound();
    throw new PageFailure(problem);
  }
}
