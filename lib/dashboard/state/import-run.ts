import { errorStatus } from '#contract';
import { batchesOf } from '@/components/state/import-file.ts';
import type { ImportResult } from '@/components/state/import-report.tsx';
import type { EntryOutcome } from '@/components/state/write-outcome.ts';
import type { DashboardProblem } from '../problem/problem.ts';

/** What a batch came to: one outcome for each of its entries, or why none was sent. */
export type BatchAnswer =
  | { ok: true; value: { outcomes: readonly EntryOutcome[]; receipt?: string | undefined } }
  | { ok: false; problem: Pick<DashboardProblem, 'code' | 'detail'> };

type Settings = {
  /** What relative expiries count from, in milliseconds. */
  startedOn: number;
  /** Stops it between two batches. */
  signal: AbortSignal;
  /** Saves a JSON array of entries. */
  send: (entries: string) => Promise<BatchAnswer>;
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

/** Saves the entries of a file batch by batch. It never rejects: what was saved before a failure is told. */
export async function importFile(file: File, { startedOn, signal, send, onProgress }: Settings): Promise<Imported> {
  const parts: Imported['parts'] = [];
  let result = nothingImported;
  const end = (failure?: string, unknown?: ImportResult['unknown']): Imported => ({
    result: { ...result, failure, unknown, isStopped: true },
    parts,
  });
  try {
    for await (const batch of batchesOf(file, startedOn)) {
      if (signal.aborted) return end();
      const answer = await send(batch.json).catch(() => undefined);
      if (!answer?.ok) {
        const lost = answer === undefined || isUnknown(answer.problem.code) ? batch.lines : [];
        const [first, last] = [lost[0]?.line, lost.at(-1)?.line];
        const unknown = first === undefined || last === undefined ? undefined : { count: lost.length, first, last };
        return end(answer?.problem.detail ?? 'The dashboard did not answer.', unknown);
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

/** Whether a change may have been made although it failed with this code: no answer came, or none that says it. */
function isUnknown(code: DashboardProblem['code']): boolean {
  if (code === 'Unreachable' || code === 'BadAnswer') return true;
  return code !== 'ForeignOrigin' && code !== 'ApprovalAsked' && errorStatus[code] >= 500;
}

/** Why a file cannot be read, as the end of a sentence. */
export function whyUnreadable(error: unknown): string {
  if (error instanceof TypeError) return 'it is not text in UTF-8';
  return error instanceof Error ? error.message : 'the browser does not say why';
}
