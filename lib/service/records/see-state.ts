import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  mapInTurns,
  redact,
  type StateResponse,
  type StateVersion,
} from '#contract';
import { type Guarded, reveal } from './guarded.ts';
import type { Viewer } from './see-task.ts';

type Shown = StateResponse | StateVersion;

/**
 * Returns an entry or a version as the caller may see it. Every entry in an answer comes from here. When the whole
 * entry is sensitive, its blob is omitted too, because a hash can reveal short content.
 */
export function seeState(viewer: Viewer, guarded: Guarded<StateResponse>): Promise<StateResponse>;
export function seeState(viewer: Viewer, guarded: Guarded<StateVersion>): Promise<StateVersion>;
export async function seeState(viewer: Viewer, guarded: Guarded<StateResponse | StateVersion>): Promise<Shown> {
  const record = reveal<Shown>(guarded);
  const sensitive = record.sensitive ?? [];
  if (sensitive.length === 0) return record;
  if (viewer.may('sensitive/read')) {
    if (record.value !== undefined || record.blob !== undefined)
      viewer.noteShown(`entry ${record.storeName}/${record.id}`, sensitive);
    return record;
  }
  const seen = { ...record };
  if (record.value !== undefined) seen.value = await redact(record.value, sensitive);
  if (record.valueBytes !== 0) delete seen.valueBytes; // 0 is an end, which has no value
  if (hidesBlob(sensitive)) delete seen.blob;
  return seen;
}

/** What a save gave. Its blob, if any, came with it. */
type GivenState = { tags?: Readonly<Record<string, string>> | undefined; hasContent?: boolean };

/**
 * Returns a saved entry to who saved it. What the save did not give, such as the tags and the blob that the entry keeps,
 * needs `state/read`.
 */
export async function seeSavedState(
  viewer: Viewer,
  guarded: Guarded<StateResponse>,
  { tags = {}, hasContent = false }: GivenState,
): Promise<StateResponse> {
  if (viewer.may('state/read')) return seeState(viewer, guarded);
  // A value that was kept for a redaction marker was not given either.
  const { blob, ...seen } = await seeState({ ...viewer, may: () => false }, guarded);
  return { ...seen, tags: { ...tags }, ...(hasContent && blob !== undefined && { blob }) };
}

/** Returns an entry in the answer to a change whose values the caller did not send. Reading it needs `state/read`. */
export async function seeChangedState(viewer: Viewer, guarded: Guarded<StateResponse>): Promise<StateResponse> {
  if (viewer.may('state/read')) return seeState(viewer, guarded);
  const record = reveal<StateResponse>(guarded);
  const { value: _, valueBytes: __, blob: ___, ...seen } = record;
  return { ...seen, tags: {} };
}

/** The length of the blob that was saved with an entry, for the audit trail. */
export function savedBlobLength(guarded: Guarded<StateResponse>): number {
  return reveal<StateResponse>(guarded).blob?.contentLength ?? 0;
}

/** Returns whether the pointers cover the whole entry with its blob. */
export function hidesBlob(sensitive: readonly string[]): boolean {
  return sensitive.includes('');
}

/** The pointers that cover an entry as it was, whatever it was recorded with. */
export type Cover = (entry: RecordedEntry) => readonly string[];

type RecordedEntry = { storeName: string; id: string; version: number };

/** The entries that a step recorded: one, a list of them, or a page. */
export function recordedEntries(output: JsonValue): JsonObject[] {
  if (Array.isArray(output)) return output.flatMap(recordedEntries);
  if (!isJsonObject(output)) return [];
  if (typeof output.storeName === 'string') return [output];
  return Array.isArray(output.value) ? recordedEntries(output.value) : [];
}

/**
 * What a step recorded of the entries that it read, with the marker at their sensitive pointers: those recorded with
 * them, and those that cover them now.
 */
export async function redactRecordedState(output: JsonValue, cover: Cover): Promise<JsonValue> {
  if (Array.isArray(output)) return mapInTurns(output, (item) => redactRecordedState(item, cover));
  if (!isJsonObject(output)) return output;
  if (typeof output.storeName !== 'string') {
    const { value } = output; // a page
    return Array.isArray(value) ? { ...output, value: await redactRecordedState(value, cover) } : output;
  }
  const sensitive = pointersOfEntry(output, cover);
  if (sensitive.length === 0) return output;
  const { blob, valueBytes: _, ...seen } = output;
  if (seen.value !== undefined) seen.value = await redact(seen.value, sensitive);
  return blob === undefined || hidesBlob(sensitive) ? seen : { ...seen, blob };
}

/** The pointers that cover a recorded entry: those recorded with it, and those that cover it now. */
export function pointersOfEntry(entry: JsonObject, cover: Cover): string[] {
  return [...pointersIn(entry.sensitive), ...cover(entryIn(entry))];
}

/** Which version of which entry a recorded one is. A record without a version counts as the first. */
export function entryIn({ storeName, id, version }: JsonObject): RecordedEntry {
  return { storeName: String(storeName), id: String(id), version: Number(version ?? 0) };
}

function pointersIn(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((pointer) => typeof pointer === 'string') : [];
}
