import type { AuditRecord } from '#contract';
import type { Database, Transaction } from '#database';

export type AuditRow = Omit<AuditRecord, 'target' | 'identity' | 'detail'> & {
  identityKind: AuditRecord['identity']['kind'];
  identityId: string;
  identityName: string;
  targetKind: NonNullable<AuditRecord['target']>['kind'] | null;
  targetId: string | null;
  detail: string | null;
};

/** The columns of `AuditRow`. */
export const auditColumns = (database: Database | Transaction) => database`
  id::text, occurred_on as "occurredOn", identity_kind as "identityKind", identity_id as "identityId",
  identity_name as "identityName", operation, target_kind as "targetKind", target_id as "targetId",
  source_address as "sourceAddress", request_id as "requestId", outcome, status, detail`;

/** An audit record as it leaves the service. */
export function toRecord(row: AuditRow): AuditRecord {
  const { identityKind, identityId, identityName, targetKind, targetId, detail, ...same } = row;
  return {
    ...same,
    identity: { kind: identityKind, id: identityId, name: identityName },
    ...(targetKind === null || targetId === null ? {} : { target: { kind: targetKind, id: targetId } }),
    ...(detail === null ? {} : { detail }),
  };
}
