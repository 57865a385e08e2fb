import { z } from 'zod';
import { beyondLimit, limits } from './limits.ts';
import { repeatable } from './paging.ts';
import { record } from './record.ts';

const keyText = z.string().min(1).max(128);
const value = z.string().max(256);
const keyRule = 'the key of a tag has no "=", because filters are written key=value';

/** Stored tags of a task or an entry. Older tags may have an `=` in the key. */
export const storedTags = record(keyText, value);

/** Tags in the input of tasks and entries. Keys have no `=`, because a filter splits at the first one. */
export const tags = record(keyText.regex(/^[^=]*$/, keyRule), value, {
  error: (issue) => (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined),
}).refine((map) => Object.keys(map).length <= limits.tagsPerTask, beyondLimit('tagsPerTask', 'tags'));

/** A merge patch of tags. `null` removes a tag, including one with an `=` in its key. At most as many are set as a task has. */
export const tagChanges = record(keyText, value.nullable()).superRefine((map, context) => {
  const count = Object.values(map).filter((change) => change !== null).length;
  const message = `sets ${count} tags, the limit (tagsPerTask) is ${limits.tagsPerTask}`;
  if (count > limits.tagsPerTask) context.addIssue({ code: 'custom', message });
  for (const [key, change] of Object.entries(map))
    if (change !== null && key.includes('=')) context.addIssue({ code: 'custom', path: [key], message: keyRule });
});

/** Matches records with any of these tags. */
export const tagFilter = repeatable(
  z
    .string()
    .max(385)
    .regex(/^[^=]+=.*$/s, 'a tag filter is key=value'),
).describe('key=value');
