import 'server-only';
import { isRequestFailedError, type TaskClient } from '#client';
import { type Presence, presenceInput } from '#contract';
import { ProblemError } from '../problem/problem.ts';

/**
 * Says that the operator looks at the record that an address names. Resolves with who else does: nobody where the service
 * refuses, because the reads of the page say why.
 */
export async function sharePresence(
  client: TaskClient,
  params: URLSearchParams,
  abortSignal: AbortSignal,
): Promise<Presence> {
  const record = presenceInput.safeParse(Object.fromEntries(params));
  if (!record.success) throw new ProblemError({ code: 'InvalidRequest', detail: 'These parameters name no record.' });
  try {
    return await client.sharePresenceAsync(record.data, { abortSignal });
  } catch (error) {
    if (isRequestFailedError(error) && error.statusCode !== 401) return { others: [] };
    throw error;
  }
}
