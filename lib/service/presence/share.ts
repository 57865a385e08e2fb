import { fullScope, type PresenceInput, presenceMs, presenceScopes, TaskdeckError } from '#contract';
import { isLongAgo, isRecent } from '#database';
import { requireInside, requireTask } from '../access/bounds.ts';
import { ownerOf } from '../access/caller.ts';
import type { Service } from '../service.ts';
import type { Call, Verb } from '../verb.ts';

const mostShown = 20;
/** A person has as many pages open. Of more, the first are shown. */
const mostRecords = 20;
/** A row is not written again within this time. */
const pauseMs = 3_000;

/**
 * Notes that a signed-in operator looks at a record, and returns who else does. A program sees who does, and is not
 * shown itself.
 */
export const sharePresence: Verb<'SharePresence'> = async (service, call) => {
  const { caller } = call;
  const { database } = service;
  await requireReadable(service, call);
  const record = recordOf(call);
  const owner = ownerOf(caller);
  const isPerson = caller.sessionId !== undefined;
  // By itself: together with the insert, two callers could wait for each other.
  await database`
    delete from presence where (record, owner) in (
      select record, owner from presence where ${isLongAgo(database, 'seen_on', presenceMs)} for update skip locked)`;
  const rows = await database<{ name: string }[]>`
    with noted as (
      insert into presence (record, owner, name)
      select ${record}, ${owner}, ${caller.name}
      where ${isPerson} and (select count(*) from presence where owner = ${owner} and record <> ${record}) < ${mostRecords}
      on conflict (record, owner) do update set seen_on = now(), name = excluded.name
        where ${isLongAgo(database, 'presence.seen_on', pauseMs)}
    )
    select name from presence
    where record = ${record} and owner <> ${owner} and ${isRecent(database, 'seen_on', presenceMs)}
    order by name, owner limit ${mostShown}`;
  return { others: rows.map(({ name }) => ({ name })) };
};

/** An entry of an isolated store is another record than the one of the same name that everybody shares. */
function recordOf({ body, namespace }: Call<unknown, unknown, PresenceInput>): string {
  const { kind, id, storeName } = body;
  return JSON.stringify(
    namespace === '' || kind !== 'entry' ? [kind, id, storeName] : [kind, id, storeName, namespace],
  );
}

/** Throws when the caller may not read such records, or a task or store lies outside of the caller's bounds. */
async function requireReadable(
  { engine }: Pick<Service, 'engine'>,
  { caller, body, may }: Call<unknown, unknown, PresenceInput>,
): Promise<void> {
  const scope = presenceScopes[body.kind];
  if (!may(scope)) throw new TaskdeckError('InsufficientScope', `this needs the scope ${fullScope(scope)}`);
  if (caller.bounds === undefined) return;
  if (body.kind === 'task') return requireTask(engine, body.id, caller);
  if (body.kind === 'entry') return requireInside(caller.bounds, 'stores', body.storeName ?? '');
  throw new TaskdeckError('OutsideBounds', 'a cause of failures tells of all tasks, and you reach a part of them');
}
