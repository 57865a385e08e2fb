import type { SqlFault } from './sql-fault.ts';

const file = 'lib/database/functions/state.sql';
const byIndex = 'lib/state/indexes/by-index.test.ts';
const save = 'lib/state/entries/save.test.ts';
const transaction = 'lib/state/entries/transaction.test.ts';
const versions = 'lib/state/versions/versions.test.ts';
const history = 'lib/state/versions/history-model.test.ts';
const racing = 'lib/state/write/racing.test.ts';
const policy = 'lib/state/stores/policy.test.ts';
const uploadBlob = 'lib/state/blobs/upload-blob.test.ts';
const entryAndBlob = 'lib/state/blobs/entry-and-blob.test.ts';
const sweep = 'lib/state/blobs/sweep/sweep.test.ts';
const housekeeping = 'lib/state/housekeeping/housekeeping.test.ts';

/** The checks and writes of `write_state`, expiry of entries, blobs and counts. */
export const stateFaults: readonly SqlFault[] = [
  {
    file,
    text: 'where s.policy_version <> m.policy',
    replacement: 'where false',
    tests: [policy, racing, save],
  },
  {
    file,
    text: 'perform from blob where key = any (op_blob) for key share;',
    replacement: 'null;',
    tests: [sweep, uploadBlob, racing],
  },
  {
    file,
    text: 'case when code is null and mutation_is_atomic[mutation] and is_held then',
    replacement: 'case when code is null and is_held then',
    tests: [transaction, save],
  },
  {
    file,
    text: "bool_or(code is not null and code <> 'Absent')",
    replacement: 'bool_or(code is not null)',
    tests: [transaction, save],
  },
  {
    file,
    text: "when not is_visible and op_expected[n] is not null then 'PreconditionFailed'",
    replacement: '',
    tests: [save, transaction],
  },
  {
    file,
    text: "when op_expected[n] <> e.change then 'PreconditionFailed'",
    replacement: "when op_expected[n] < e.change then 'PreconditionFailed'",
    tests: [save, transaction, versions, racing],
  },
  {
    file,
    text: "when is_visible and op_is_new[n] then 'StateAlreadyExists'",
    replacement: "when op_is_new[n] then 'StateAlreadyExists'",
    tests: [save, transaction],
  },
  {
    file,
    text: 'and op_expected[n] is null\n            and op_blob_expected[n] is null then',
    replacement: 'and op_expected[n] is null then',
    tests: [entryAndBlob],
  },
  {
    file,
    text: "when not exists (select from blob where key = op_blob[n]) then 'BlobNotFound'",
    replacement: '',
    tests: [entryAndBlob],
  },
  {
    file,
    text: 'and op_blob_expected[n] is distinct from case when is_visible then e.blob_key end then',
    replacement: 'and op_blob_expected[n] <> e.blob_key then',
    tests: [entryAndBlob],
  },
  {
    file,
    text: 'when op_replaces_blob[n] is not true and is_visible and e.blob_key is not null then',
    replacement: 'when op_replaces_blob[n] is not true and e.blob_key is not null then',
    tests: [entryAndBlob],
  },
  {
    file,
    text: 'and e.id = op_id[n] for update\n      ) e on true',
    replacement: 'and e.id = op_id[n]\n      ) e on true',
    tests: [racing, save, 'lib/service/testing/kill-state.test.ts'],
  },
  {
    file,
    text: 'select e.expires_on <= clock_timestamp() as is_expired',
    replacement: 'select false as is_expired',
    tests: [save, housekeeping],
  },
  {
    file,
    text: 'blob_key = case when not op_has_blob[n] then null when op_sets_blob[n]',
    replacement: 'blob_key = case when op_sets_blob[n]',
    tests: [entryAndBlob],
  },
  {
    file,
    text: 'when op_ttl[n] is null then e.expires_on when op_ttl[n] >= 0 then',
    replacement: 'when op_ttl[n] >= 0 then',
    tests: [save, versions],
  },
  {
    file,
    text: 'when coalesce(op_ttl[n], mutation_ttl[op_mutation[n]]) >= 0',
    replacement: 'when op_ttl[n] >= 0',
    tests: [policy, save],
  },
  {
    file,
    text: "using errcode = '40001'",
    replacement: "using errcode = '23505'",
    tests: [racing, save],
  },
  {
    file,
    text: 'set version = earlier.version + 1\n',
    replacement: 'set version = earlier.version\n',
    tests: [versions, history],
  },
  {
    file,
    text: 'and v.version <= coalesce(e.version, o.version + 1) - kept_versions;',
    replacement: 'and v.version < coalesce(e.version, o.version + 1) - kept_versions;',
    tests: [housekeeping, versions],
  },
  {
    file,
    text: 'count(*) filter (where not o.is_delete) - count(o.version)',
    replacement: 'count(*) filter (where not o.is_delete)',
    tests: [housekeeping, history, policy, save],
  },
  {
    file,
    text: "case when operation_ = 'expire' then expires_on else clock_timestamp() end, writer::json",
    replacement: 'clock_timestamp(), writer::json',
    tests: [housekeeping, versions, save],
  },
  {
    file,
    text: 'select store_key, id, version + 1, end_change',
    replacement: 'select store_key, id, version + 2, end_change',
    tests: [versions, history, save],
  },
  {
    file,
    text: 'select e.store_key, -count(*), -sum(e.value_bytes),',
    replacement: 'select e.store_key, 0, -sum(e.value_bytes),',
    tests: [housekeeping],
  },
  {
    file,
    text: 'where i.store_key = any (mutation_store) and i.removed_on is null) then',
    replacement: 'where i.store_key = any (mutation_store) and i.ready_on is not null) then',
    tests: [byIndex],
  },
  {
    file,
    text: 'and i.index_key = x.key and i.id = ended.id',
    replacement: 'and i.index_key = x.key and i.id = ended.id and x.ready_on is not null',
    tests: [byIndex],
  },
  {
    file,
    text: "case when is_hidden then 'hidden' when",
    replacement: 'case when',
    tests: [byIndex],
  },
  {
    file,
    text: "or starts_with(marked.pointer || '/', x.array_pointer || '/')",
    replacement: '',
    tests: [byIndex],
  },
  {
    file,
    text: 'set kind = excluded.kind, number = excluded.number, content = excluded.content',
    replacement: 'set kind = excluded.kind, number = excluded.number',
    tests: [byIndex],
  },
];
