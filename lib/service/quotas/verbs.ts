import type { Verbs } from '../verb.ts';
import { listQuotas } from './list.ts';
import { setQuota } from './set.ts';

/** The verbs of the operations on quotas. */
export const quotaVerbs = {
  ListQuotas: listQuotas,
  SetQuota: setQuota,
} satisfies Partial<Verbs>;
