import { z } from 'zod';
import { limits } from './limits.ts';
import { repeatable } from './paging.ts';

const keyText = z.string().min(1).max(128);
const value = z.string().max(256);
const keyRule = 'the key of a tag has no "=", for a tag is looked for as key=value';

/** A task's or an entry's tags as they are stored: those from before the rule on keys may have an `=` in one. */
export const storedTags = z.record(keyText, value);

/** Tags as callers give them, of tasks and of entries. A filter ends the key at the first `=`, so none has one. */
export const tags = z
  .record(keyText.regex(/^[^=]*$/, keyRule), value, {
    error: (issue) => (issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined),
  })
  .refine((map) => Object.keys(map).length <= limits.tagsPerTask, `at most ${limits.tagsPerTask} tags`);

/** A merge patch of tags: `null` removes, also a key that could not be given anew. */
export const tagChanges = z.record(keyText, value.nullable()).superRefine((map, context) => {
  for (const [key, change] of Object.entries(map))
    if (change !== null && key.includes('=')) context.addIssue({ code: 'custom', path: [key], message: keyRule });
});

/** What carries any of these tags. */
export const tagFilter = repeatable(z.string().regex(/^[^=]+=.*$/s, 'a tag filter is key=value')).describe('key=value');
