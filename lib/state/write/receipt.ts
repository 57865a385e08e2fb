import { z } from 'zod';
import { type JsonValue, parseInTurns, parseToken, stateId, TaskdeckError } from '#contract';

/** The change of one entry: from `previousVersion` (absent when it did not exist) to `version`. */
export type ReceiptEntry = {
  id: string;
  change: number;
  version: number;
  previousVersion: number | undefined;
  isDeletion: boolean;
};
export type Receipt = { storeKey: number; entries: ReceiptEntry[] };

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const mostEntries = 1_000;
const packed = z.tuple([
  count,
  z
    .array(z.tuple([stateId, count, count, count, z.literal([0, 1])]))
    .max(mostEntries)
    .refine((parts) => new Set(parts.map(([id]) => id)).size === parts.length, 'names an entry twice'),
]);

/** Encodes a receipt as opaque text. */
export function writeReceipt({ storeKey, entries }: Receipt): string {
  const parts: z.input<typeof packed>[1] = entries.map((entry) => [
    entry.id,
    entry.change,
    entry.version,
    entry.previousVersion ?? 0,
    entry.isDeletion ? 1 : 0,
  ]);
  return Buffer.from(JSON.stringify([storeKey, parts])).toString('base64url');
}

/** The receipt of a change without effect, for any store. */
export const emptyReceipt = writeReceipt({ storeKey: 0, entries: [] });

/** Whether the change of a receipt created all entries that it touched. */
export function createsEntries(receipt: string): boolean {
  const parsed = packed.safeParse(parseToken(Buffer.from(receipt, 'base64url').toString('utf8')));
  return parsed.success && parsed.data[1].every(([, , , previousVersion]) => previousVersion === 0);
}

/** How many entries the undo of a change would remove, because the change created them. */
export async function removedBy(receipt: string): Promise<number> {
  const parsed = packed.safeParse(await partsOf(receipt));
  if (!parsed.success) return 0;
  return parsed.data[1].filter(([, , , previousVersion]) => previousVersion === 0).length;
}

/** Parses a receipt of a store. Rejects with `InvalidRequest` for other text and for a receipt of another store. */
export async function readReceipt(text: string, storeKey: number): Promise<Receipt> {
  const parsed = packed.safeParse(await partsOf(text));
  if (!parsed.success || !(parsed.data[0] === storeKey || parsed.data[1].length === 0)) {
    const message = 'the receipt is not one of a change of this store';
    throw new TaskdeckError('InvalidRequest', message, { details: [{ pointer: '/receipt', message }] });
  }
  const [, parts] = parsed.data;
  return {
    storeKey,
    entries: parts.map(([id, change, version, previous, isDeletion]) => ({
      id,
      change,
      version,
      previousVersion: previous === 0 ? undefined : previous,
      isDeletion: isDeletion === 1,
    })),
  };
}

/** What a schema could only refuse after it has looked at each part is refused before it looks. */
async function partsOf(text: string): Promise<JsonValue | undefined> {
  try {
    const value = await parseInTurns(Buffer.from(text, 'base64url').toString('utf8'), () => false);
    const entries = Array.isArray(value) ? value[1] : undefined;
    return Array.isArray(entries) && entries.length > mostEntries ? undefined : value;
  } catch (error) {
    if (error instanceof TaskdeckError) return undefined;
    throw error;
  }
}
