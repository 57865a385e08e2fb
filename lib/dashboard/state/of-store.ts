import { isProblemError } from '../problem/problem.ts';

/** What a read of a store that is no longer there resolves with: a store is gone when its last entry is. */
export async function ofStore<Answer>(read: Promise<Answer>, withoutStore: Answer): Promise<Answer> {
  try {
    return await read;
  } catch (error) {
    if (isProblemError(error) && error.problem.code === 'StoreNotFound') return withoutStore;
    throw error;
  }
}
