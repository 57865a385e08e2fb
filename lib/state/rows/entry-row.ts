import {
  type BlobInfo,
  type JsonValue,
  mapInTurns,
  parseStoredInTurns,
  type StateResponse,
  type StateWriter,
} from '#contract';
import { type Database, entityTag, readStored, type Transaction } from '#database';

/** A row of `state_entry` with its blob as `blobJson` selects it. `value` is null when it was not requested. */
export type EntryRow = {
  id: string;
  version: number;
  change: number;
  value: string | null;
  value_bytes: number;
  content_type: string | null;
  tags: string | null;
  sensitive: string[] | null;
  has_blob: boolean;
  blob: string | null;
  expires_on: string | null;
  created_on: string;
  created_by: string;
  modified_on: string;
  modified_by: string;
};

/** The parts of a store that its entries' records need: its name and its policy's sensitive pointers. */
type EntryStore = { name: string; sensitive: readonly string[] };

/** The columns of an `EntryRow` except the value, of `state_entry e`. */
export function entryColumns(database: Database | Transaction) {
  return database`e.id, e.version, e.change, e.value_bytes, e.content_type, e.tags, e.sensitive, e.has_blob,
    ${blobJson(database)} as blob, e.expires_on, e.created_on, e.created_by, e.modified_on, e.modified_by`;
}

/** The blob of row `e` as JSON. The function `write_state` returns the same form. */
function blobJson(database: Database | Transaction) {
  return database`case when e.blob_key is not null then state_blob_json(e.blob_key) end`;
}

/** Converts a row to the contract's record. `known` has the values that need not be read from the row. */
export async function entryRecord(
  row: EntryRow,
  store: EntryStore,
  known: { value?: JsonValue; createdBy?: StateWriter; lastModifiedBy?: StateWriter } = {},
): Promise<StateResponse> {
  const sensitive = [...new Set([...(row.sensitive ?? []), ...store.sensitive])];
  return {
    storeName: store.name,
    id: row.id,
    ...(known.value !== undefined
      ? { value: known.value }
      : row.value !== null && { value: await parseStoredInTurns(row.value) }),
    valueBytes: row.value_bytes,
    contentType: row.content_type ?? 'application/json',
    hasBlob: row.has_blob,
    ...(row.blob !== null && { blob: blobInfo(row.blob) }),
    etag: entityTag(row.change),
    version: row.version,
    tags: row.tags === null ? {} : readStored<Record<string, string>>(row.tags),
    ...(sensitive.length > 0 && { sensitive }),
    createdOn: row.created_on,
    createdBy: known.createdBy ?? readStored<StateWriter>(row.created_by),
    lastModifiedOn: row.modified_on,
    lastModifiedBy: known.lastModifiedBy ?? readStored<StateWriter>(row.modified_by),
    ...(row.expires_on !== null && { expiresOn: row.expires_on }),
  };
}

/** Converts the rows of one store. Each writer, of whom there are few, is parsed once. */
export function entryRecords(rows: readonly EntryRow[], store: EntryStore): Promise<StateResponse[]> {
  const writers = new Map<string, StateWriter>();
  const writer = (text: string) => {
    const known = writers.get(text) ?? readStored<StateWriter>(text);
    writers.set(text, known);
    return known;
  };
  return mapInTurns(rows, (row) =>
    entryRecord(row, store, { createdBy: writer(row.created_by), lastModifiedBy: writer(row.modified_by) }),
  );
}

/** Parses the description of a blob as `state_blob_json` returns it. */
export function blobInfo(text: string): BlobInfo {
  return readStored<BlobInfo>(text);
}
