import { batchesOf, type ImportBatch } from '@/components/state/import-file.ts';
import type { ImportResult } from '@/components/state/import-report.tsx';
import type { Clock } from '../live/clock.ts';
import type { ImportPlace } from './left-imports.ts';
import { type BatchAnswer, isLost, sendBatch } from './send-batch.ts';

type Settings = {
  /** What relative expiries count from, in milliseconds. */
  startedOn: number;
  /** Stops it between two batches, and while it waits for an answer that was lost. */
  signal: AbortSignal;
  /** Saves a JSON array of entries, once for its key. */
  send: (entries: string, idempotencyKey: string) => Promise<BatchAnswer>;
  clock: Pick<Clock, 'after'>;
  onProgress: (result: ImportResult) => void;
  /** Where an earlier import of the same file has ended, to go on there. */
  from?: ImportPlace | undefined;
  /** Called before the first batch and after each answer, to keep the place. */
  onPlace?: (place: ImportPlace) => void;
  /** Called with each part that was saved. */
  onPart?: (part: ImportedPart) => void;
};

/** The entries that a batch has saved. Without a receipt they cannot be taken back. */
export type ImportedPart = { receipt: string | undefined; ids: string[] };

/** What an import did, and by which parts it can be taken back. */
export type Imported = { result: ImportResult; parts: ImportedPart[] };

export const nothingImported: ImportResult = {
  doneCount: 0,
  refused: [],
  unknown: undefined,
  isStopped: false,
  failure: undefined,
};

/**
 * Saves the entries of a file batch by batch. A batch without an answer is sent again under its key, which tells what became
 * of it. It never rejects: what was saved before a failure is told.
 */
export async function importFile(file: File, settings: Settings): Promise<Imported> {
  const { startedOn, signal, onProgress, from, onPlace, onPart } = settings;
  const parts: Imported['parts'] = [];
  let place = from ?? { batchCount: 0, idempotencyKey: crypto.randomUUID(), doneCount: 0, refused: [] };
  let result: ImportResult = { ...nothingImported, doneCount: place.doneCount };
  let batchCount = 0;
  const end = (failure?: string, unknown?: ImportResult['unknown']): Imported => ({
    result: { ...result, failure, unknown, isStopped: true },
    parts,
  });
  try {
    onPlace?.(place);
    for await (const batch of batchesOf(file, startedOn)) {
      if (signal.aborted) return end();
      batchCount += 1;
      if (batchCount <= place.batchCount) {
        result = { ...result, refused: [...result.refused, ...refusedBefore(place, batch)] };
        continue;
      }
      const answer = await sendBatch((key) => settings.send(batch.json, key), {
        ...settings,
        idempotencyKey: place.idempotencyKey,
        tell: (failure) => onProgress({ ...result, failure }),
      });
      if (!answer.ok) {
        const lost = isLost(answer.problem) ? batch.lines : [];
        const [first, last] = [lost[0]?.line, lost.at(-1)?.line];
        const unknown = first === undefined || last === undefined ? undefined : { count: lost.length, first, last };
        return end(answer.problem.detail, unknown);
      }
      const { outcomes, receipt } = answer.value;
      const refused = outcomes.flatMap((outcome, index) => {
        const line = batch.lines[index];
        return outcome.kind === 'done' || line === undefined ? [] : [{ ...line, outcome }];
      });
      const ids = outcomes.filter(({ kind }) => kind === 'done').map(({ id }) => id);
      if (receipt !== undefined || ids.length > 0) {
        parts.push({ receipt, ids });
        onPart?.({ receipt, ids });
      }
      result = { ...result, doneCount: result.doneCount + ids.length, refused: [...result.refused, ...refused] };
      place = placeAfter(batchCount, result);
      onPlace?.(place);
      onProgress(result);
    }
  } catch (error) {
    return end(`${file.name} cannot be read any more: ${whyUnreadable(error)}`);
  }
  return { result, parts };
}

function placeAfter(batchCount: number, { doneCount, refused }: ImportResult): ImportPlace {
  return {
    batchCount,
    idempotencyKey: crypto.randomUUID(),
    doneCount,
    refused: refused.map(({ line, id, outcome }) => ({ line, id, outcome })),
  };
}

/** The lines of a batch that were refused before the import was broken off, with their texts. */
function refusedBefore({ refused }: ImportPlace, { lines }: ImportBatch): ImportResult['refused'] {
  const textOf = new Map(lines.map(({ line, text }) => [line, text]));
  return refused.flatMap((one) => {
    const text = textOf.get(one.line);
    return text === undefined ? [] : [{ ...one, text }];
  });
}

/** Why a file cannot be read, as the end of a sentence. */
export function whyUnreadable(error: unknown): string {
  if (error instanceof TypeError) return 'it is not text in UTF-8';
  return error instanceof Error ? error.message : 'the browser does not say why';
}
