import { type Database, RaceLostError, type Transaction } from '#database';
import { entryRecord } from '../rows/entry-row.ts';
import { knownStores, type Stores } from '../stores/stores.ts';
import { callWriteState, type WrittenRow } from './call-write-state.ts';
import type { MutationOutcome, OperationOutcome } from './mutation.ts';
import { fitToStore, givenValue, prepareMutations } from './prepare.ts';
import { type PreparedMutation, type PreparedOperation, readsEntries } from './prepared.ts';
import { type ReceiptEntry, writeReceipt } from './receipt.ts';
import { refusalOf, refused } from './refusal.ts';
import { refuseUncovering } from './refuse-uncovering.ts';
import { checkMarked, resolveMarkers } from './resolve-markers.ts';
import { roundsOf } from './rounds.ts';
import type { StateWriting } from './writing.ts';

/** How often the policy of a store may change during one write. */
const mostMoves = 10;
/** A value of so many characters is checked in a few milliseconds against a schema without slow keywords. */
const longestQuick = 10_000;

/** Returns the functions through which all writes to the stores of a database go. */
export function stateWriting(database: Database, stores: Stores = knownStores(database)): StateWriting {
  return {
    prepare: (mutations) => prepareMutations(stores, mutations),
    isSlowToPrepare({ address }, length) {
      const store = stores.known(address);
      if (store === undefined) return true;
      return store.schema !== undefined && (store.schema.weight === Number.POSITIVE_INFINITY || length > longestQuick);
    },
    checkMarked: (prepared) => checkMarked(database, prepared),
    write: (transaction, prepared) => writeMutations(transaction, stores, [...prepared]),
    async writeAtOnce(prepared) {
      const rounds = roundsOf(prepared);
      if (rounds.length > 1 || prepared.some(readsEntries)) return undefined;
      return writeMutations(database, stores, [...prepared], rounds);
    },
  };
}

async function writeMutations(
  sql: Database | Transaction,
  stores: Stores,
  mutations: PreparedMutation[],
  rounds: readonly PreparedOperation[][] = roundsOf(mutations),
): Promise<MutationOutcome[]> {
  const outcomes = mutations.map((): OperationOutcome[] => []);
  const touched = mutations.map(() => new Map<string, ReceiptEntry>());
  for (const round of rounds) {
    const ordered = [...round].sort(byEntry(mutations));
    for (const { one, row } of await writeRound(sql, stores, mutations, ordered)) {
      const outcome = await outcomeOf(one, row, mutations[one.mutation]);
      const ofMutation = outcomes[one.mutation];
      if (ofMutation !== undefined) ofMutation[one.index] = outcome;
      note(touched[one.mutation], one.operation.id, outcome, row);
    }
  }
  return outcomes.map((ofMutation, at) => {
    const entries = [...(touched[at]?.values() ?? [])];
    const storeKey = mutations[at]?.store?.key;
    const failures = ofMutation.flatMap((outcome) => (outcome.kind === 'refused' ? outcome.failure : []));
    if (entries.length === 0 || storeKey === undefined) return { outcomes: ofMutation, failures };
    return {
      outcomes: ofMutation,
      failures,
      get receipt() {
        return writeReceipt({ storeKey, entries }); // a run does not need it
      },
    };
  });
}

/** Writes a round. Repeats it with the new policies when they have changed since they were read. */
async function writeRound(
  sql: Database | Transaction,
  stores: Stores,
  mutations: PreparedMutation[],
  round: readonly PreparedOperation[],
): Promise<{ one: PreparedOperation; row: WrittenRow }[]> {
  let operations = round;
  for (let moves = 0; moves < mostMoves; moves++) {
    const judged = await refuseUncovering(sql, mutations, operations);
    const resolved = await resolveMarkers(sql, mutations, judged);
    const rows = await callWriteState(sql, mutations, resolved);
    if (rows !== undefined) {
      return resolved.map((one, at) => {
        const row = rows[at];
        if (row === undefined) throw new Error('write_state answered fewer operations than it was given');
        if (one.isJudgedAsNew && row.previous_version !== null) throw raceLost(one.operation.id);
        return { one, row };
      });
    }
    for (const at of new Set(operations.map(({ mutation }) => mutation))) {
      const prepared = mutations[at];
      if (prepared === undefined) continue;
      mutations[at] = await fitToStore(prepared, await stores.reload(sql, prepared.mutation.address));
    }
    operations = operations.map((one) => mutations[one.mutation]?.operations[one.index] ?? one);
  }
  throw raceLost('the policy');
}

function raceLost(what: string): RaceLostError {
  return new RaceLostError(`${what} was changed by another writer at the same time`);
}

async function outcomeOf(
  one: PreparedOperation,
  row: WrittenRow,
  prepared: PreparedMutation | undefined,
): Promise<OperationOutcome> {
  const { operation, refusal, refusalIfNew } = one;
  const { id } = operation;
  if (row.code === 'HeldBack') return { kind: 'heldBack' };
  if (row.code === 'Absent') return { kind: 'deleted', id };
  if (row.code !== null || row.version === null || prepared === undefined) {
    const ifNew = row.code === refusalIfNew?.code ? refusalIfNew : undefined;
    return refused(one, refusal ?? ifNew ?? refusalOf(String(row.code), one, row.current_change), row.current_change);
  }
  const before = row.previous_version === null ? {} : { previousVersion: row.previous_version };
  if (operation.kind === 'delete') return { kind: 'deleted', id, version: row.version, ...before };
  const { mutation, store } = prepared;
  const isNew = row.previous_version === null;
  const value = isNew ? givenValue(operation) : operation.value;
  const state = await entryRecord(
    { ...row, id, version: row.version, value: null, modified_by: '' },
    { name: mutation.address.storeName, sensitive: store?.policy.sensitive ?? [] },
    {
      lastModifiedBy: mutation.writer,
      ...(value !== undefined && { value }),
      ...(isNew && { createdBy: mutation.writer }),
    },
  );
  return { kind: 'saved', state, ...before };
}

/**
 * Records an operation in the receipt. Of several on one entry, it has the first one's previous version and the last
 * one's version.
 */
function note(
  touched: Map<string, ReceiptEntry> | undefined,
  id: string,
  outcome: OperationOutcome,
  row: WrittenRow,
): void {
  if (touched === undefined || row.code !== null || row.version === null) return;
  if (outcome.kind !== 'saved' && outcome.kind !== 'deleted') return;
  const earlier = touched.get(id);
  touched.set(id, {
    id,
    change: row.change,
    version: row.version,
    previousVersion: earlier === undefined ? outcome.previousVersion : earlier.previousVersion,
    isDeletion: outcome.kind === 'deleted',
  });
}

/** Sorts operations by entry: a common order for all writers prevents deadlocks. */
function byEntry(mutations: readonly PreparedMutation[]) {
  return (a: PreparedOperation, b: PreparedOperation): number => {
    const stores = (mutations[a.mutation]?.store?.key ?? 0) - (mutations[b.mutation]?.store?.key ?? 0);
    if (stores !== 0) return stores;
    return a.operation.id < b.operation.id ? -1 : a.operation.id > b.operation.id ? 1 : 0;
  };
}
