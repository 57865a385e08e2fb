import { batchesOf } from '@/components/state/import-file.ts';
import type { ImportResult } from '@/components/state/import-report.tsx';
import type { Clock } from '../live/clock.ts';
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
};

/** What an import did, and by which parts it can be taken back; one without a receipt cannot be. */
export type Imported = { result: ImportResult; parts: { receipt: string | undefined; ids: string[] }[] };

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
  const { startedOn, signal, onProgress } = settings;
  const parts: Imported['parts'] = [];
  let result = nothingImported;
  const end = (failure?: string, unknown?: ImportResult['unknown']): Imported => ({
    result: { ...result, failure, unknown, isStopped: true },
    parts,
  });
  try {
    for await (const batch of batchesOf(file, startedOn)) {
      if (signal.aborted) return end();
      const answer = await sendBatch((key) => settings.send(batch.json, key), {
        ...settings,
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
      if (receipt !== undefined || ids.length > 0) parts.push({ receipt, ids });
      result = { ...result, doneCount: result.doneCount + ids.length, refused: [...result.refused, ...refused] };
      onProgress(result);
    }
  } catch (error) {
    return end(`${file.name} cannot be read any more: ${whyUnreadable(error)}`);
  }
  return { result, parts };
}

/** Why a file cannot be read, as the end of a sentence. */
export function whyUnreadable(error: unknown): string {
  if (error instanceof TypeError) return 'it is not text in UTF-8';
  return error instanceof Error ? error.message : 'the browser does not say why';
}
