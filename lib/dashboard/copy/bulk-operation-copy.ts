import { z } from 'zod';
import { bulkCause, bulkOperation, bulkResult } from '#contract';
import { copiedAudit } from './copied-audit.ts';
import { copyHead, leftOutOf, mostCopied } from './copy-head.ts';
import { copyParts } from './copy-parts.ts';

/** A bulk operation as its sender saw it. */
export const bulkOperationCopy = z.object({
  format: z.literal('taskdeck.bulkOperation'),
  ...copyHead,
  operation: bulkOperation,
  causes: z.array(bulkCause).max(mostCopied.causes),
  results: z.array(bulkResult).max(mostCopied.results),
  /** Names of its tasks by id, as far as the sender may read them. Copies of earlier versions have none. */
  taskNames: z.record(z.string(), z.string()).default({}),
  audit: z.array(copiedAudit).max(mostCopied.audit),
  ...leftOutOf(copyParts.bulkOperation, ['causes', 'results', 'audit']),
});

export type BulkOperationCopy = z.output<typeof bulkOperationCopy>;
