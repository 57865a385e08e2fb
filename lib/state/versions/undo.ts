import {
  limits,
  mapInTurns,
  type StateResponse,
  type StateUndoResponse,
  type StateWriter,
  TaskdeckError,
} from '#contract';
import { type Database, entityTag, inTransaction, scalarArray, type Transaction, textArray } from '#database';
import type { StateContext } from '../context.ts';
import type { RestoreOptions, StoreAddress } from '../records.ts';
import { type EntryRow, entryColumns } from '../rows/entry-row.ts';
import { noStore } from '../stores/store-for-reading.ts';
import type { MutationOutcome, StateOperation } from '../write/mutation.ts';
import { type Receipt, type ReceiptEntry, readReceipt, writeReceipt } from '../write/receipt.ts';
import { refusalError } from '../write/refusal.ts';
import { asVersion } from './from-version.ts';
import { covered, readMarks } from './marks.ts';

/** An entry of a receipt with the size of its earlier value. `bytes` is null when that is no longer kept. */
type Step = ReceiptEntry & { bytes: number | null };

/**
 * Reverts one change. Works in chunks, all in one transaction, because a change may have deleted far more than one
 * request can hold.
 */
export async function undo(
  { database, stores, writing }: StateContext,
  address: StoreAddress,
  receipt: string,
  writer: StateWriter,
  { keepsMarks = false }: Pick<RestoreOptions, 'keepsMarks'> = {},
): Promise<StateUndoResponse> {
  const store = await stores.find(address);
  if (store === undefined) throw noStore(address);
  const { entries } = await readReceipt(receipt, store.key);
  const outcome = await inTransaction(database, async (transaction) => {
    const steps = await measure(transaction, store.key, entries);
    const totalBytes = steps.reduce((bytes, step) => bytes + (step.bytes ?? 0), 0);
    const restored: StateResponse[] = [];
    const removed: string[] = [];
    const written: ReceiptEntry[] = [];
    for (const chunk of chunksOf(steps)) {
      const operations = await operationsOf(database, transaction, store.key, chunk, keepsMarks);
      const prepared = await writing.prepare([
        { address, change: 'undo', isAtomic: true, operations, writer, isUnseen: keepsMarks },
      ]);
      const [done] = await writing.write(transaction, prepared);
      if (done === undefined) throw new Error('an undo was neither done nor refused');
      checkDone(done, chunk);
      if (keepsMarks) await checkMarked(transaction, store.key, chunk, operations);
      for (const one of done.outcomes) {
        if (one.kind === 'deleted') removed.push(one.id);
        if (one.kind === 'saved') restored.push(totalBytes <= limits.bulkBytes ? one.state : withoutValue(one.state));
      }
      if (done.receipt !== undefined) written.push(...(await readReceipt(done.receipt, store.key)).entries);
    }
    return { restored, removed, receipt: writeReceipt({ storeKey: store.key, entries: written } satisfies Receipt) };
  });
  return outcome;
}

/** In the order of ids, like all writers. */
async function measure(transaction: Transaction, storeKey: number, entries: readonly ReceiptEntry[]): Promise<Step[]> {
  const ordered = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const rows = await transaction<{ bytes: number | null }[]>`
    select v.value_bytes as bytes
    from unnest(${textArray(ordered.map((entry) => entry.id))}::text[],
      ${scalarArray(ordered.map((entry) => entry.previousVersion ?? null))}::bigint[]) with ordinality n (id, version, place)
    left join state_version v on v.store_key = ${storeKey} and v.id = n.id and v.version = n.version
    order by n.place`;
  return ordered.map((entry, at) => ({ ...entry, bytes: rows[at]?.bytes ?? null }));
}

function chunksOf(steps: readonly Step[]): Step[][] {
  const chunks: Step[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const step of steps) {
    if (bytes + (step.bytes ?? 0) > limits.bulkBytes) {
      chunks.push([]);
      bytes = 0;
    }
    bytes += step.bytes ?? 0;
    chunks.at(-1)?.push(step);
  }
  return chunks;
}

/** Returns the operations that restore entries, on the condition that they are as the receipt left them. */
async function operationsOf(
  database: Database,
  transaction: Transaction,
  storeKey: number,
  chunk: readonly Step[],
  keepsMarks: boolean,
): Promise<StateOperation[]> {
  const rows = await transaction<(EntryRow & { place: number })[]>`
    select ${entryColumns(database)}, e.value, n.place
    from unnest(${textArray(chunk.map((step) => step.id))}::text[],
      ${scalarArray(chunk.map((step) => step.previousVersion ?? null))}::bigint[]) with ordinality n (id, version, place)
    join state_version e on e.store_key = ${storeKey} and e.id = n.id and e.version = n.version`;
  const marks = keepsMarks
    ? await readMarks(
        transaction,
        storeKey,
        rows.map(({ id }) => id),
      )
    : () => [];
  const rowOf = new Map(rows.map((row) => [row.place - 1, covered(row, marks)]));
  return mapInTurns(chunk, async (step, at) => {
    const condition = step.isDeletion ? { isNew: true } : { ifMatch: entityTag(step.change) };
    if (step.previousVersion === undefined) return { kind: 'delete', id: step.id, ifMatch: entityTag(step.change) };
    const row = rowOf.get(at);
    if (row === undefined || row.value === null) throw outdated(`what "${step.id}" was before is not kept any more`);
    return { ...(await asVersion(row)), ...condition };
  });
}

function checkDone(done: MutationOutcome, chunk: readonly Step[]): void {
  const moved = done.failures.find(({ code }) => code === 'PreconditionFailed' || code === 'StateAlreadyExists');
  if (moved !== undefined) {
    const failures = done.failures.map((failure) => ({ ...failure, code: 'ReceiptOutdated' as const }));
    throw outdated(`"${moved.id}" has changed since`, failures);
  }
  const error = refusalError(done.outcomes);
  if (error !== undefined) throw error;
  for (const [at, step] of chunk.entries()) {
    const one = done.outcomes[at];
    // A deleted entry that was created and deleted again meanwhile has a higher version.
    if (step.isDeletion && one?.kind === 'saved' && one.state.version !== step.version + 1)
      throw outdated(`"${step.id}" has changed since`);
  }
}

/**
 * A receipt is the caller's text, so it can name a change that came after the marks were read. Read again now that nobody
 * else can change the entries.
 */
async function checkMarked(
  transaction: Transaction,
  storeKey: number,
  chunk: readonly Step[],
  operations: readonly StateOperation[],
): Promise<void> {
  const marks = await readMarks(
    transaction,
    storeKey,
    chunk.map(({ id }) => id),
  );
  for (const [at, { id, previousVersion = 0 }] of chunk.entries()) {
    const operation = operations[at];
    const kept = operation?.kind === 'upsert' ? (operation.sensitive ?? []) : undefined;
    if (kept !== undefined && marks(id, previousVersion).some((pointer) => !kept.includes(pointer)))
      throw outdated(`"${id}" has changed since`);
  }
}

function outdated(why: string, failures?: MutationOutcome['failures']): TaskdeckError {
  return new TaskdeckError(
    'ReceiptOutdated',
    `the change cannot be taken back: ${why}`,
    failures === undefined ? {} : { failures },
  );
}

function withoutValue({ value: _, ...state }: StateResponse): StateResponse {
  return state;
}
