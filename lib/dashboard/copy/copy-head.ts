import { z } from 'zod';
import { timestamp } from '#contract';

/** What every copy says about itself. */
export const copyHead = { version: z.literal(1), madeOn: timestamp, madeBy: z.string() };

/** How many items the lists of a copy have at most. A file with more is not a copy: to draw them would take minutes. */
export const mostCopied = {
  steps: 2_000,
  events: 500,
  logs: 5_000,
  sources: 10,
  tasks: 500,
  causes: 100,
  results: 5_000,
  audit: 500,
} as const;

/** The members of a copy that say what is not in it. */
export function leftOutOf<const Part extends string, const List extends string>(
  parts: readonly Part[],
  lists: readonly List[],
) {
  return {
    /** Parts that the sender left out or may not read. */
    leftOut: z.array(z.enum(parts)),
    /** Lists that were too long for the file. */
    isCut: z.partialRecord(z.enum(lists), z.boolean()),
  };
}
