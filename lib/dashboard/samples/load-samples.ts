import type { TaskClient } from '#client';
import { ProblemError } from '../problem/problem.ts';

/** The task type that loads the samples. */
export const sampleLoader = 'sample.load';

const waitInMs = 20_000;

/**
 * Creates the sample tasks or saves the sample entries by a task of their own. Returns how many. Throws `ProblemError`
 * when no worker has done it within 20 seconds.
 */
export async function loadSamples(client: TaskClient, what: 'tasks' | 'entries'): Promise<{ count: number }> {
  const input = { tasks: what === 'tasks', entries: what === 'entries' };
  const timeout = AbortSignal.timeout(waitInMs);
  const operation = await client.createTaskAndWaitAsync({ type: sampleLoader, input, tags: { sample: 'true' } });
  try {
    await operation.waitForCompletion({ abortSignal: timeout });
  } catch (cause) {
    if (!timeout.aborted) throw cause;
    const detail = `No worker loaded the samples within ${waitInMs / 1_000} seconds. See task ${operation.id}.`;
    throw new ProblemError({ code: 'Unreachable', detail }, { cause });
  }
  return { count: countOf(operation.value.output, what) };
}

function countOf(output: unknown, what: 'tasks' | 'entries'): number {
  return typeof output === 'object' && output !== null ? Number(new Map(Object.entries(output)).get(what)) : 0;
}
