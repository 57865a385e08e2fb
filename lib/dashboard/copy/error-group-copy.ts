import { z } from 'zod';
import { errorFrames, errorGroupDetails, errorRemedies, taskComparison, taskResponse } from '#contract';
import { copiedAudit } from './copied-audit.ts';
import { copyHead, leftOutOf, mostCopied } from './copy-head.ts';
import { copyParts } from './copy-parts.ts';

/** An error group as its sender saw it. */
export const errorGroupCopy = z.object({
  format: z.literal('taskdeck.errorGroup'),
  ...copyHead,
  group: errorGroupDetails,
  /** The stack of the latest failure with its original source. */
  source: errorFrames.optional(),
  comparison: taskComparison.optional(),
  remedies: errorRemedies.shape.remedies,
  tasks: z.array(taskResponse).max(mostCopied.tasks),
  audit: z.array(copiedAudit).max(mostCopied.audit),
  ...leftOutOf(copyParts.errorGroup, ['tasks', 'audit']),
});

export type ErrorGroupCopy = z.output<typeof errorGroupCopy>;
