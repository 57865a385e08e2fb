import { expect } from 'vitest';
import { type Operation, type OperationName, operations } from '#contract';
import type { Database } from '#database';
import { untilRecorded } from './until-recorded.ts';

/** What changes keep in `pending_audit` stays readable after it has gone, and can be refused. */
const triggers = `
  create table test_kept_record (record json not null);
  create table test_refusal (is_on boolean not null);
  insert into test_refusal values (false);
  create function test_keep_record() returns trigger language plpgsql security definer as $$ begin
    if (select is_on from test_refusal) then raise exception 'the record is refused'; end if;
    insert into test_kept_record values (new.record);
    return new;
  end $$;
  create trigger test_keep_record after insert on pending_audit for each row execute function test_keep_record();`;

/** Tables that nothing writes in the background, so that what changes them is a call. */
const watched = [
  'alert',
  'approval',
  'blob',
  'blob_upload',
  'external_event',
  'held_lock',
  'invitation',
  'log_entry',
  'operator',
  'operator_identity',
  'passkey',
  'quota',
  'recovery_code',
  'reveal',
  'saved_view',
  'secret',
  'spent_refresh_token',
  'state_entry',
  'state_version',
  'task',
];

/** Changes whose rows say who made them: many entries, a blob, a line of a log. */
const withoutRecord = new Set('SaveBulkState UploadBlob WriteLogs'.split(' '));

/** What is noted before the change itself: the use of a passkey. */
const notedBefore: Record<string, string[]> = { SignInWithPasskey: ['passkey'] };

type KeptRecord = {
  operation: string;
  requestId: string;
  identity: { name: string };
  target?: { kind: string; id: string };
  outcome: string;
  status: number;
};

type WrittenRecord = { request_id: string; operation: string; name: string; target: string; status: number };

export type KeptRecords = {
  /** Expects that a change whose audit record cannot be kept does not happen. */
  expectNothingWithout(name: string, call: () => Promise<{ status: number; text: string }>): Promise<void>;
  /** Expects that every audited operation has kept the record that it has in the trail, and that none is left. */
  expectAsInTrail(): Promise<void>;
};

/** Watches what the changes of a service keep from now on. `owner` owns the tables. */
export async function watchKeptRecords(owner: Database): Promise<KeptRecords> {
  await owner.unsafe(triggers);
  const earlier = await owner<{ id: string }[]>`
    select request_id as id from audit_record union select record ->> 'requestId' from pending_audit`;
  const digests = watched.map(
    (name) => `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as digest from ${name} t`,
  );
  const contents = () => owner.unsafe<{ name: string; digest: string | null }[]>(digests.join(' union all '));
  return {
    async expectNothingWithout(name, call) {
      // An upload keeps the bytes that came also when it cannot be completed.
      if (withoutRecord.has(name) || name === 'AppendUpload') return;
      const before = new Map((await contents()).map((table) => [table.name, table.digest]));
      await owner`update test_refusal set is_on = true`;
      const { status, text } = await call();
      await owner`update test_refusal set is_on = false`;
      expect.soft([name, status, text]).toEqual([name, 500, expect.stringContaining('InternalError')]);
      const changed = (await contents()).filter((table) => before.get(table.name) !== table.digest);
      expect.soft([name, ...changed.map((table) => table.name)]).toEqual([name, ...(notedBefore[name] ?? [])]);
    },
    async expectAsInTrail() {
      await untilRecorded(owner);
      const kept = await owner<{ record: string }[]>`select record from test_kept_record`;
      const written = await owner<WrittenRecord[]>`
        select request_id, operation, identity_name as name, concat(target_kind, ' ', target_id) as target, status
        from audit_record where outcome = 'succeeded' and not request_id = any(${earlier.map(({ id }) => id)}::text[])
          and coalesce(detail, '') not like 'the first answer again (Idempotency-Key)%' order by id`;
      const records = new Map(
        kept.map(({ record }) => JSON.parse(record)).map((one: KeptRecord) => [one.requestId, one]),
      );
      const compared = new Set<string>();
      for (const { request_id: requestId, operation, name, target, status } of written) {
        const { [operation as OperationName]: declared }: Record<string, Operation> = operations;
        const record = records.get(requestId);
        const isOfAnother = record !== undefined && record.operation !== operation; // an act of a bulk operation or approval
        const isKnown = withoutRecord.has(operation) || (record === undefined && compared.has(operation));
        if (declared?.audit === undefined || isKnown || isOfAnother) continue;
        const told = { ...record, target: record && `${record.target?.kind} ${record.target?.id}` };
        const expectedStatus = declared.mayCreate ? expect.toBeOneOf([200, status]) : status;
        expect.soft(told, operation).toMatchObject({
          operation,
          requestId,
          identity: { name },
          target,
          outcome: 'succeeded',
          status: expectedStatus,
        });
        compared.add(operation);
      }
      const audited = Object.entries<Operation>(operations).filter(([, { audit }]) => audit !== undefined);
      expect([...compared].sort()).toEqual(audited.flatMap(([name]) => (withoutRecord.has(name) ? [] : name)).sort());
    },
  };
}
