import { z } from 'zod';
import type { Call } from '../../verb.ts';
import type { StoredAnswer } from '../idempotency.ts';

/** What tells that an answer holds values of a task or an entry, and which of them were hidden then. */
const record = z.looseObject({ sensitive: z.array(z.string()).default([]) });
const values = ['value', 'input', 'output', 'error', 'waitingFor'];

/**
 * Returns an answer that was kept. Where marks were added since that hide something of it from the caller, returns how things
 * are `now` instead: what is marked does not leave any more, also not in a repeated answer.
 */
export async function unlessMarkedSince(
  kept: StoredAnswer,
  { may }: Pick<Call, 'may'>,
  now: () => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const then = recordIn(kept);
  if (then === undefined || !values.some((name) => name in then) || may('sensitive/read')) return kept;
  const answer = await now();
  const marks = recordIn(answer)?.sensitive ?? [];
  return marks.every((pointer) => then.sensitive.includes(pointer)) ? kept : answer;
}

function recordIn({ body }: StoredAnswer): z.infer<typeof record> | undefined {
  return body === null ? undefined : record.safeParse(JSON.parse(body)).data;
}
