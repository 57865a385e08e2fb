import {
  type Approval,
  type ApprovalState,
  askedFor,
  type Bounds,
  parseJson,
  type RevealTarget,
  revealTarget,
  type Scope,
} from '#contract';
import { type Database, type Fragment, matchingNames, readStored, type Transaction } from '#database';
import { insideBounds } from '#engine';
import { reachesNoFurther } from '../access/bounds.ts';
import { ownerOf } from '../access/caller.ts';
import { knownScopes } from '../access/session.ts';
import type { Call } from '../verb.ts';

type Optional = 'answeredBy' | 'answeredOn' | 'note' | 'usedOn' | 'outcome';

export type ApprovalRow = Omit<Approval, Optional | 'target' | 'asked' | 'mayAnswer'> &
  Record<Optional, string | null> & {
    /** JSON, of a reveal. */
    target: string | null;
    /** JSON, of other operations. */
    shown: string | null;
    needs: string[];
    state: ApprovalState;
    /** The caller, or somebody of the same name, stands behind the request. */
    isOfSamePerson: boolean;
    /** What it names lies inside of the caller's bounds. */
    isReached: boolean;
    /** JSON: what the asker reached. */
    askerBounds: string | null;
  };

/** The columns of `ApprovalRow`, as one caller sees them. */
export const approvalColumns = (database: Database | Transaction, { caller }: Pick<Call, 'caller'>) => database`
  id, operation, target, shown, needs, reason, asked_by as "askedBy", asked_on as "askedOn", expires_on as "expiresOn",
  case when state in ('waiting', 'granted') and expires_on <= now() then 'expired' else state end as state,
  answered_by as "answeredBy", answered_on as "answeredOn", note, used_on as "usedOn", outcome,
  owner = ${ownerOf(caller)} as "isOwn",
  owner = ${ownerOf(caller)} or ${caller.owner.name.toLowerCase()} = any(asker_names) as "isOfSamePerson",
  ${isReached(database, caller.bounds)} as "isReached", asker_bounds as "askerBounds"`;

/** The condition that a request names an entry, a run or a store inside of bounds, or is for a bulk operation. */
export function isReached(database: Database | Transaction, bounds: Bounds | undefined): Fragment {
  if (bounds === undefined) return database`true`;
  const stores = bounds.stores ?? ['*'];
  return database`coalesce(case
    when target ? 'storeName' then ${matchingNames(database, database`(target ->> 'storeName')`, stores)}
    when target ? 'taskId' then exists (
      select from task t where t.id = target ->> 'taskId' ${insideBounds(database, bounds)})
    when operation = 'CreateBulkOperation' then true
    else ${matchingNames(database, database`store_name`, stores)} end, false)`;
}

/** Whether the caller is told of a request: its own, or one that reaches no further than it does. */
export function isTold(row: ApprovalRow, { caller }: Pick<Call, 'caller'>): boolean {
  if (row.isOwn || caller.bounds === undefined) return true;
  if (!row.isReached) return false;
  return row.operation !== 'CreateBulkOperation' || reachesNoFurther(boundsOf(row), caller.bounds);
}

function boundsOf({ askerBounds }: Pick<ApprovalRow, 'askerBounds'>): Bounds | undefined {
  return readStored<Bounds>(askerBounds);
}

/** A request as it leaves the service: what an operation would do only to who may do it. */
export function toApproval(row: ApprovalRow, call: Pick<Call, 'may'>): Approval {
  const { answeredBy, answeredOn, note, usedOn, outcome, target: _, shown, needs, isOfSamePerson, ...kept } = row;
  const { isReached: _reached, askerBounds: _bounds, ...same } = kept;
  const target = targetOf(row);
  const isSeen = shown !== null && haveAll(call, needs);
  return {
    ...same,
    ...(target === undefined ? {} : { target }),
    ...(isSeen ? { asked: askedFor.parse(parseJson(shown)) } : {}),
    ...(answeredBy === null ? {} : { answeredBy }),
    ...(answeredOn === null ? {} : { answeredOn }),
    ...(note === null ? {} : { note }),
    ...(usedOn === null ? {} : { usedOn }),
    ...(outcome === null ? {} : { outcome }),
    mayAnswer: row.state === 'waiting' && !isOfSamePerson && mayGrant(call, row),
  };
}

/** The entry or run that the request of a reveal is about. */
export function targetOf({ target }: Pick<ApprovalRow, 'target'>): RevealTarget | undefined {
  return target === null ? undefined : revealTarget.parse(JSON.parse(target));
}

/** Whether the caller may grant what is asked for: nobody grants what they may not do themselves. */
export function mayGrant(call: Pick<Call, 'may'>, row: Pick<ApprovalRow, 'target' | 'needs'>): boolean {
  if (!call.may('approvals/grant')) return false;
  const target = targetOf(row);
  if (target === undefined) return haveAll(call, row.needs);
  return haveAll(call, ['sensitive/reveal', 'storeName' in target ? 'state/read' : 'tasks/read']);
}

/** Whether the caller has these scopes. One that this version does not know, nobody has. */
function haveAll({ may }: Pick<Call, 'may'>, needs: readonly string[]): boolean {
  const known: Scope[] = knownScopes(needs);
  return known.length === new Set(needs).size && known.every((scope) => may(scope));
}
