import { z } from 'zod';
import type { TaskClient } from '#client';
import { limits, stateInput, storeName, tellingAll } from '#contract';
import { type EntryOutcome, outcomeOfFailure } from '@/components/state/write-outcome.ts';
import { invalidInput } from '../problem/invalid-input.ts';
import { ProblemError } from '../problem/problem.ts';
import { parsedJson } from './parsed-json.ts';

export const importBatchInput = z.strictObject({
  storeName,
  mode: z.enum(['create', 'overwrite']),
  /** An array of entries as JSON text: numbers stay exact. */
  entries: z.string().max(limits.bulkBytes),
  idempotencyKey: z.uuid(),
});

type Call = { client: TaskClient; input: z.output<typeof importBatchInput> };
type Saved = { outcomes: EntryOutcome[]; receipt: string | undefined };

/**
 * Saves a batch of an import, each entry by itself, once for its key. Returns one outcome for each entry in their order.
 * An entry that the service would refuse as malformed is not sent, because the service would refuse all others with it.
 */
export async function saveImportBatch({ client, input }: Call): Promise<Saved> {
  const { storeName, mode, idempotencyKey } = input;
  const given = z.array(z.unknown()).safeParse(parsedJson(input.entries));
  if (!given.success) throw new ProblemError({ code: 'InvalidRequest', detail: 'The entries are not an array.' });
  const read = given.data.map((entry) => ({ entry, parsed: stateInput.safeParse(entry, tellingAll) }));
  const entries = read.flatMap(({ parsed: { success, data } }) =>
    success ? [mode === 'create' ? { ...data, ifNoneMatch: '*' as const } : data] : [],
  );
  const { outcomes, receipt } =
    entries.length === 0
      ? { outcomes: [], receipt: undefined }
      : await client.getStateClient().saveBulkStateOutcomesAsync(storeName, { entries }, { idempotencyKey });
  const sent = outcomes.map(({ failure, state }, index): EntryOutcome => {
    if (failure !== undefined) return outcomeOfFailure(failure);
    return { id: state?.id ?? entries[index]?.id ?? '', kind: 'done' };
  });
  let next = 0;
  return {
    outcomes: read.flatMap(({ entry, parsed }) =>
      parsed.success ? (sent[next++] ?? []) : [malformed(entry, parsed.error)],
    ),
    receipt,
  };
}

function malformed(entry: unknown, error: z.ZodError): EntryOutcome {
  const { id } = z.object({ id: z.string() }).safeParse(entry).data ?? { id: '' };
  const detail = invalidInput(error)
    .map(({ pointer, message }) => (pointer === '' ? message : `${pointer}: ${message}`))
    .join('; ');
  return { id, kind: 'failed', code: 'InvalidRequest', detail };
}
