import { createHash } from 'node:crypto';
import { type BlobStore, recycle } from '#blobs';
import type { Database } from '#database';
import type { StateWriting } from '../../write/writing.ts';
import { holdersOf, removeBroken } from './remove-broken.ts';
import { isKnown, isLeftOver, knownItems } from './unknown-items.ts';

/** A blob whose bytes do not match its row. */
export type BrokenBlob = {
  key: string;
  problem: 'missing' | 'wrongLength' | 'wrongHash';
  expectedLength: number;
  actualLength: number | undefined;
  /** The entries that have it now. Without any, it belongs only to earlier versions. */
  entries: { namespace: string; storeName: string; id: string }[];
  isRepaired: boolean;
};

/** An item of the blob store that is not in the database. */
export type UnknownItem = { key: string; kind: 'blob' | 'upload'; contentLength: number; isRemoved: boolean };

export type BlobReport = {
  blobCount: number;
  blobBytes: number;
  broken: BrokenBlob[];
  unknown: UnknownItem[];
  /** Whether nothing is wrong, or everything was repaired. */
  isSound: boolean;
};

export type CheckBlobsOptions = {
  database: Database;
  writing: StateWriting;
  blobs: BlobStore;
  /**
   * Removes broken blobs from their entries (as a new version) and from earlier versions, and removes unknown items.
   */
  repair?: boolean;
  /** Also reads every byte and compares the hashes. */
  isThorough?: boolean;
  /** Repairs also when the store has none of the blobs of the database, or only items that it does not know. */
  mayRepairAll?: boolean;
  /** Ignores items without a row that are younger than this. Default: one hour. */
  graceMs?: number;
};

const batchRows = 500;

/**
 * Compares the blob store with the database in both directions. Changes nothing unless it repairs. Throws before a repair
 * when the store probably belongs to another database: what is taken from entries and removed does not come back.
 */
export async function checkBlobs(options: CheckBlobsOptions): Promise<BlobReport> {
  const report: BlobReport = { blobCount: 0, blobBytes: 0, broken: [], unknown: [], isSound: true };
  await checkRows(options, report);
  if (options.repair) {
    if (!options.mayRepairAll) await requireOwnStore(options, report);
    for (const blob of report.broken) blob.isRepaired = await removeBroken(options, blob.key);
  }
  await checkItems(options, report);
  report.isSound =
    report.broken.every(({ isRepaired }) => isRepaired) && report.unknown.every(({ isRemoved }) => isRemoved);
  return report;
}

/** Keys are random: another store has none of the blobs of this database, and another database knows none of this store. */
async function requireOwnStore({ database, blobs }: CheckBlobsOptions, report: BlobReport): Promise<void> {
  const missing = report.broken.filter(({ problem }) => problem === 'missing').length;
  if (missing > 0 && missing === report.blobCount)
    throw new ForeignStoreError(`none of the ${missing} blobs of the database is in ${blobs.description}`);
  let items = 0;
  for await (const batch of knownItems(database, blobs)) {
    if (batch.some(isKnown)) return;
    items += batch.length;
  }
  if (items > 0) throw new ForeignStoreError(`the database knows none of the ${items} items in ${blobs.description}`);
}

/** Thrown instead of a repair when the blob store probably belongs to another database. */
export class ForeignStoreError extends Error {
  override readonly name = 'ForeignStoreError';
}

type Row = { key: string; content_length: number; content_hash: Uint8Array };

/** Checks that the bytes of each blob in the database exist. */
async function checkRows(options: CheckBlobsOptions, report: BlobReport): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await options.database<Row[]>`
      select key, content_length, content_hash from blob where key > ${after} and orphaned_on is null
      order by key limit ${batchRows}`;
    for (const row of rows) {
      report.blobCount += 1;
      report.blobBytes += row.content_length;
      const found = await problemOf(options, row);
      if (found === undefined) continue;
      const holders = await holdersOf(options.database, row.key);
      const entries = holders.map(({ namespace, storeName, id }) => ({ namespace, storeName, id }));
      report.broken.push({ key: row.key, ...found, expectedLength: row.content_length, entries, isRepaired: false });
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.key;
  }
}

async function problemOf(
  { blobs, isThorough }: CheckBlobsOptions,
  row: Row,
): Promise<Pick<BrokenBlob, 'problem' | 'actualLength'> | undefined> {
  const actualLength = await blobs.lengthOf(row.key);
  if (actualLength === undefined) return { problem: 'missing', actualLength };
  if (actualLength !== row.content_length) return { problem: 'wrongLength', actualLength };
  if (!isThorough) return undefined;
  const hash = createHash('sha256');
  for await (const piece of await blobs.read(row.key)) {
    hash.update(piece);
    recycle(piece);
  }
  return hash.digest().equals(row.content_hash) ? undefined : { problem: 'wrongHash', actualLength };
}

/** Checks that each item of the store has a row or an upload in the database. */
async function checkItems(options: CheckBlobsOptions, report: BlobReport): Promise<void> {
  const { database, blobs, repair = false, graceMs = 3_600_000 } = options;
  for await (const items of knownItems(database, blobs))
    for (const item of items) {
      if (!isLeftOver(item, graceMs)) continue;
      if (repair) await blobs.removeItem(item);
      report.unknown.push({
        key: item.key,
        kind: item.kind,
        contentLength: item.contentLength,
        isRemoved: repair,
      });
    }
}
