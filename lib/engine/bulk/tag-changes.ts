import { type BulkAction, limits, stringifyJson } from '#contract';
import type { Database, Fragment, Transaction } from '#database';
import type { Refusal } from './refusal.ts';

type TagChanges = NonNullable<Extract<BulkAction, { kind: 'update' }>['tags']>;

export const tooManyTags: Refusal = {
  code: 'LimitExceeded',
  message: `it would have more tags than the limit (tagsPerTask) of ${limits.tagsPerTask}`,
};

/** The tags of a task `t` after changes, as SQL. */
export function mergedTags(database: Database | Transaction, changes: TagChanges): Fragment {
  return database`
    nullif(jsonb_strip_nulls(coalesce(t.tags, '{}') || ${stringifyJson(changes)}::text::jsonb), '{}')`;
}

/** Whether changes would give a task `t` more tags than it has and than a task may have, as SQL. */
export function exceedsTags(database: Database | Transaction, changes: TagChanges): Fragment {
  const count = (tags: Fragment) => database`(select count(*) from jsonb_object_keys(coalesce(${tags}, '{}')))`;
  return database`(${count(mergedTags(database, changes))} > greatest(${limits.tagsPerTask}, ${count(database`t.tags`)}))`;
}
