import { randomUUID } from 'node:crypto';
import {
  type Alert,
  type AlertChannel,
  type Bounds,
  limits,
  type ParsedAlertInput,
  type ParsedAlertUpdate,
  stringifyJson,
  TaskdeckError,
} from '#contract';
import {
  type Database,
  holdLock,
  inTransaction,
  type MatchCondition,
  readStored,
  requireMatch,
  requireNoCondition,
  type Transaction,
} from '#database';
import type { Actor } from '../actor.ts';
import { type SecretsKey, seal, unseal } from '../secrets/index.ts';
import { type AlertRow, alertRecord, type ChannelSecret, noSuchAlert, selectAlerts } from './alert-row.ts';
import { conditionsInside } from './conditions-inside.ts';
import { type Channels, mergeChannels } from './merge-channels.ts';

const job = 'alert channels';

/** Creates an alert. Throws `LimitExceeded` and `InvalidRequest`. */
export async function createAlert(
  database: Database,
  key: SecretsKey,
  { name, condition, channels, isEnabled, repeatAfterInMs }: ParsedAlertInput,
  actor: Pick<Actor, 'name'>,
): Promise<Alert> {
  const id = `alert-${randomUUID()}`;
  const { shown, secrets } = mergeChannels({ shown: [], secrets: {} }, channels);
  const { sealed, sealedWith } = seal(key, job, JSON.stringify(secrets), id);
  return inTransaction(database, async (transaction) => {
    await holdLock(transaction, 'alerts');
    const [{ count } = { count: 0 }] = await transaction<{ count: number }[]>`select count(*) as count from alert`;
    if (count >= limits.alerts)
      throw new TaskdeckError('LimitExceeded', `there are ${count} alerts, the limit (alerts) is ${limits.alerts}`);
    await transaction`
      insert into alert (id, name, condition, channels, sealed_channels, sealed_with, is_enabled, repeat_after_in_ms,
        created_by, modified_by)
      values (${id}, ${name}, ${stringifyJson(condition)}::jsonb, ${stringifyJson(shown)}::jsonb, ${sealed}, ${sealedWith},
        ${isEnabled}, ${repeatAfterInMs}, ${actor.name}, ${actor.name})`;
    return readAlert(transaction, id);
  });
}

/**
 * Changes an alert. A new condition, and enabling, forget what was found before. Throws `AlertNotFound`, also for one that
 * tells of something outside of bounds, `InvalidRequest` and `PreconditionFailed`.
 */
export async function updateAlert(
  database: Database,
  key: SecretsKey,
  id: string,
  { name, condition, channels, isEnabled, repeatAfterInMs, mutedUntil }: ParsedAlertUpdate,
  actor: Pick<Actor, 'name'>,
  ifMatch?: string,
  bounds?: Bounds,
): Promise<Alert> {
  return inTransaction(database, async (transaction) => {
    await holdLock(transaction, 'alerts');
    const before = await readChannels(transaction, key, id, bounds);
    requireMatch(ifMatch, before.version, `the alert was changed by ${before.modifiedBy}`);
    const after = channels === undefined ? before : mergeChannels(before, channels);
    const { sealed, sealedWith } = seal(key, job, JSON.stringify(after.secrets), id);
    const [{ starts_over } = { starts_over: false }] = await transaction<{ starts_over: boolean }[]>`
      update alert a set name = coalesce(${name ?? null}, a.name),
        condition = coalesce(${condition === undefined ? null : stringifyJson(condition)}::jsonb, a.condition),
        channels = ${stringifyJson(after.shown)}::jsonb, sealed_channels = ${sealed}, sealed_with = ${sealedWith},
        is_enabled = coalesce(${isEnabled ?? null}, a.is_enabled),
        repeat_after_in_ms = coalesce(${repeatAfterInMs ?? null}::bigint, a.repeat_after_in_ms),
        muted_until = case when ${mutedUntil === undefined} then a.muted_until else ${mutedUntil ?? null}::timestamptz end,
        modified_on = now(), modified_by = ${actor.name}
      from alert old where old.key = a.key and a.id = ${id}
      returning a.condition <> old.condition or a.is_enabled and not old.is_enabled as starts_over`;
    if (starts_over)
      await transaction`
        with a as (update alert set since = now(), seen_task = null, seen_run = null where id = ${id} returning key)
        delete from alert_subject where alert_key in (select key from a)`;
    return readAlert(transaction, id);
  });
}

/**
 * Deletes an alert with its notices. Resolves with whether there was one that tells of nothing outside of bounds. Throws
 * `PreconditionFailed`.
 */
export function deleteAlert(
  database: Database,
  id: string,
  bounds: Bounds | undefined,
  condition: MatchCondition = {},
): Promise<boolean> {
  return inTransaction(database, async (transaction) => {
    const [before] = await transaction<{ version: number; modifiedBy: string }[]>`
      select a.version, a.modified_by as "modifiedBy" from alert a
      where a.id = ${id} ${conditionsInside(transaction, bounds, transaction`a.condition`)} for update`;
    if (before === undefined) {
      requireNoCondition(condition, `alert "${id}"`);
      return false;
    }
    requireMatch(condition.ifMatch, before.version, `the alert was changed by ${before.modifiedBy}`);
    await transaction`delete from alert where id = ${id}`;
    return true;
  });
}

type StoredChannels = { channels: string; sealed: Buffer; sealed_with: string; version: number; modified_by: string };

/** Returns the channels of an alert with their secrets, for a change or a delivery. Throws `AlertNotFound`. */
export async function readChannels(
  database: Database | Transaction,
  key: SecretsKey,
  id: string,
  bounds?: Bounds,
): Promise<Channels & { version: number; modifiedBy: string }> {
  const [row] = await database<StoredChannels[]>`
    select channels, sealed_channels as sealed, sealed_with, version, modified_by from alert a
    where a.id = ${id} ${conditionsInside(database, bounds, database`a.condition`)}`;
  if (row === undefined) throw noSuchAlert(id);
  const secrets: Record<string, ChannelSecret> = JSON.parse(
    unseal(key, job, { sealed: row.sealed, sealedWith: row.sealed_with }, id),
  );
  return {
    shown: readStored<AlertChannel[]>(row.channels),
    secrets,
    version: row.version,
    modifiedBy: row.modified_by,
  };
}

async function readAlert(transaction: Transaction, id: string): Promise<Alert> {
  const [row] = await transaction<AlertRow[]>`${selectAlerts(transaction)} where a.id = ${id}`;
  if (row === undefined) throw noSuchAlert(id);
  return alertRecord(row);
}
