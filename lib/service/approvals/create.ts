import { randomUUID } from 'node:crypto';
import { approvalHours, fullScope, limits, type ParsedApproval, stringifyJson, TaskdeckError } from '#contract';
import { type Database, holdLock, inTransaction, type Transaction } from '#database';
import { type Caller, ownerOf } from '../access/caller.ts';
import { findHidden } from '../reveals/target.ts';
import type { Service } from '../service.ts';
import type { Call, Verb } from '../verb.ts';
import { type Act, sealAct, storeNameOf } from './act.ts';
import { type Described, describeAct, neededBy } from './describe-act.ts';
import { type ApprovalRow, approvalColumns, toApproval } from './row.ts';

/** Anybody who may read an entry or run asks for a reveal of it. Everything else is asked for by who may do it. */
export const createApproval: Verb<'CreateApproval'> = async (service, call) => {
  const { body, caller, note } = call;
  const { operation, reason } = body;
  const { database } = service;
  const id = randomUUID();
  const { words, target, needs = [], act } = await askedIn(service, call, body);
  const { sealed = null, sealedWith = null } = act === undefined ? {} : sealAct(service, id, act.act);
  note.detail = `${words}: ${reason}`;
  const names = await namesBehind(database, caller);
  return inTransaction(database, async (transaction) => {
    await requireRoom(transaction, ownerOf(caller));
    const [row] = await transaction<ApprovalRow[]>`
    insert into approval (id, operation, target, reason, owner, asked_by, asker_kind, asker_id, asker_names, needs, shown,
      basis, sealed_request, sealed_with, store_name, asker_bounds, expires_on)
    values (${id}, ${operation}, ${target ?? null}::text::jsonb, ${reason}, ${ownerOf(caller)}, ${caller.name},
      ${caller.kind}, ${caller.id}, ${names}::text[], ${needs}::text[],
      ${act === undefined ? null : stringifyJson(act.shown)}::text::jsonb, ${act?.basis ?? null}, ${sealed}, ${sealedWith},
      ${act === undefined ? null : (storeNameOf(act.act) ?? null)},
      ${caller.bounds === undefined ? null : stringifyJson(caller.bounds)}::text::json,
      now() + make_interval(hours => ${approvalHours}))
    returning ${approvalColumns(transaction, call)}`;
    if (row === undefined) throw new Error('a request was not stored');
    return toApproval(row, call);
  });
};

/** Those who answer must find the requests of others. Throws `LimitExceeded`. */
async function requireRoom(transaction: Transaction, owner: string): Promise<void> {
  await holdLock(transaction, 'approvals');
  const [{ waiting }] = await transaction<[{ waiting: number }]>`
    select count(*)::int as waiting from approval where owner = ${owner} and state = 'waiting' and expires_on > now()`;
  if (waiting < limits.waitingApprovals) return;
  throw new TaskdeckError(
    'LimitExceeded',
    `${waiting} of your requests wait for an answer, the limit (waitingApprovals) is ${limits.waitingApprovals}; withdraw some`,
  );
}

type Asked = { words: string; target?: string; needs?: string[]; act?: Described };

async function askedIn(service: Service, call: Call, body: ParsedApproval): Promise<Asked> {
  if (body.operation === 'CreateReveal') {
    const { name } = await findHidden(service, call, body.target);
    return { words: `${body.operation} of ${name}`, target: JSON.stringify(body.target) };
  }
  const needs = requireScopes(call, body);
  const act = await describeAct(service, call, body);
  return { words: act.shown.what, needs, act };
}

/** Throws `InsufficientScope` unless the caller may do what is asked for, and has rights that last. */
function requireScopes({ may, caller }: Call, act: Act): string[] {
  if (caller.kind === 'external')
    throw new TaskdeckError(
      'InsufficientScope',
      'the rights of a token of another issuer cannot be looked at when the request is granted: ask as an operator or with an API key',
    );
  const needs = neededBy(act);
  const missing = needs.filter((scope) => !may(scope)).map(fullScope);
  if (missing.length === 0) return needs;
  throw new TaskdeckError('InsufficientScope', `what is asked for needs the scope ${missing.join(' and ')}`);
}

/** The names of who may stand behind a caller: the owner, and who made the key. */
async function namesBehind(database: Database, { kind, id, owner }: Caller): Promise<string[]> {
  const makers =
    kind === 'apiKey'
      ? await database<{ name: string }[]>`select created_by as name from api_key where id = ${id}`
      : [];
  return [...new Set([owner.name, ...makers.map(({ name }) => name)].map((name) => name.toLowerCase()))];
}
