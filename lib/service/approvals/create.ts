import { approvalHours } from '#contract';
import { ownerOf } from '../access/caller.ts';
import { findHidden } from '../reveals/target.ts';
import type { Verb } from '../verb.ts';
import { type ApprovalRow, approvalColumns, toApproval } from './row.ts';

/** Anybody who may read an entry or run asks for a reveal of it. */
export const createApproval: Verb<'CreateApproval'> = async (service, call) => {
  const { body, caller, note } = call;
  const { operation, target, reason } = body;
  const { name } = await findHidden(service, call, target);
  note.detail = `${operation} of ${name}: ${reason}`;
  const { database } = service;
  const [row] = await database<ApprovalRow[]>`
    insert into approval (operation, target, reason, owner, asked_by, expires_on)
    values (${operation}, ${JSON.stringify(target)}::text::jsonb, ${reason}, ${ownerOf(caller)}, ${caller.name},
      now() + make_interval(hours => ${approvalHours}))
    returning ${approvalColumns(database, call)}`;
  if (row === undefined) throw new Error('a request was not stored');
  return toApproval(row, call);
};
