import { type Approval, type ApprovalState, type RevealTarget, revealTarget } from '#contract';
import type { Database, Transaction } from '#database';
import { ownerOf } from '../access/caller.ts';
import type { Call } from '../verb.ts';

export type ApprovalRow = Omit<Approval, 'target' | 'answeredBy' | 'answeredOn' | 'note' | 'usedOn' | 'mayAnswer'> & {
  /** JSON. */
  target: string;
  state: ApprovalState;
  answeredBy: string | null;
  answeredOn: string | null;
  note: string | null;
  usedOn: string | null;
};

/** The columns of `ApprovalRow`, as one caller sees them. */
export const approvalColumns = (database: Database | Transaction, { caller }: Pick<Call, 'caller'>) => database`
  id, operation, target, reason, asked_by as "askedBy", asked_on as "askedOn", expires_on as "expiresOn",
  case when state in ('waiting', 'granted') and expires_on <= now() then 'expired' else state end as state,
  answered_by as "answeredBy", answered_on as "answeredOn", note, used_on as "usedOn",
  owner = ${ownerOf(caller)} as "isOwn"`;

/** A request as it leaves the service. */
export function toApproval(row: ApprovalRow, call: Pick<Call, 'may'>): Approval {
  const { answeredBy, answeredOn, note, usedOn, ...same } = row;
  return {
    ...same,
    target: targetOf(row),
    ...(answeredBy === null ? {} : { answeredBy }),
    ...(answeredOn === null ? {} : { answeredOn }),
    ...(note === null ? {} : { note }),
    ...(usedOn === null ? {} : { usedOn }),
    mayAnswer: row.state === 'waiting' && !row.isOwn && mayGrant(call, row),
  };
}

/** The entry or run that a row is about. */
export function targetOf({ target }: Pick<ApprovalRow, 'target'>): RevealTarget {
  return revealTarget.parse(JSON.parse(target));
}

/** Whether the caller may grant what is asked for: nobody grants what they may not do themselves. */
export function mayGrant({ may }: Pick<Call, 'may'>, row: Pick<ApprovalRow, 'target'>): boolean {
  const reading = 'storeName' in targetOf(row) ? 'state/read' : 'tasks/read';
  return may('approvals/grant') && may('sensitive/reveal') && may(reading);
}
