import type { z } from 'zod';
import { auditRecord } from '#contract';

/** A record of the audit trail in a copy: without addresses and ids of requests, which concern the sender's network. */
export const copiedAudit = auditRecord.omit({ sourceAddress: true, requestId: true });

export type CopiedAudit = z.output<typeof copiedAudit>;
