import { expect } from 'vitest';
import type { Database } from '#database';

/** Resolves when the audit trail has every change that was answered before: a change is answered when it keeps its record. */
export async function untilRecorded(database: Database): Promise<void> {
  await expect.poll(() => database`select record from pending_audit`).toEqual([]);
}
