import { callerLimitNames, TaskdeckError } from '#contract';
import { holdLock, inTransaction, requireMatch } from '#database';
import { ownerOf } from '../access/caller.ts';
import { isKnownOwner, scopesOfOwner } from '../access/owners.ts';
import { refuseActingOnMore } from '../operators/row.ts';
import type { Verb } from '../verb.ts';
import { readQuotasOf } from './read.ts';
import { readQuotas } from './share-use.ts';

/** Counts in this process at once, and in the others within seconds. Nobody limits who may do more than they may. */
export const setQuota: Verb<'SetQuota'> = async (service, call) => {
  const { database, callers } = service;
  const { params, body, caller, note, ifMatch, mustExist, mustNotExist } = call;
  const { owner } = params;
  const set = callerLimitNames.flatMap((name) => (body[name] === undefined ? [] : [`${name} ${body[name]}`]));
  note.detail = set.join(', ') || 'the limits of the deployment';
  await inTransaction(database, async (transaction) => {
    await holdLock(transaction, 'quotas');
    const [before] = await transaction<{ version: number; by: string }[]>`
      select version, modified_by as by from quota where owner = ${owner}`;
    if (before === undefined && !(await isKnownOwner(transaction, owner)))
      throw new TaskdeckError('OwnerNotFound', `there is no owner "${owner}"; GET /v1/quotas lists them`);
    if (owner !== ownerOf(caller)) refuseActingOnMore(await scopesOfOwner(transaction, owner), caller.scopes);
    if (before === undefined && mustExist)
      throw new TaskdeckError('PreconditionFailed', `${owner} has no limits of its own that If-Match could be for`);
    if (before !== undefined && mustNotExist)
      throw new TaskdeckError('PreconditionFailed', `${owner} has limits of its own already`);
    requireMatch(ifMatch, before?.version ?? 0, `the limits of ${owner} were changed by ${before?.by ?? 'somebody'}`);
    await transaction`
      insert into quota (owner, requests_per_second, concurrent_waits, queued_tasks, stored_bytes_per_hour, modified_by)
      values (${owner}, ${body.requestsPerSecond ?? null}, ${body.concurrentWaits ?? null}, ${body.queuedTasks ?? null},
        ${body.storedBytesPerHour ?? null}, ${caller.name})
      on conflict (owner) do update set requests_per_second = excluded.requests_per_second,
        concurrent_waits = excluded.concurrent_waits, queued_tasks = excluded.queued_tasks,
        stored_bytes_per_hour = excluded.stored_bytes_per_hour, version = quota.version + 1, modified_on = now(),
        modified_by = excluded.modified_by`;
    call.hasCreated = before === undefined;
  });
  await readQuotas(database, callers);
  const [quota] = await readQuotasOf(service, [owner]);
  if (quota === undefined) throw new Error('a quota was not stored');
  return quota;
};
