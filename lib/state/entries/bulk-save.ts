import {
  limits,
  mapInTurns,
  type ParsedStateInput,
  type StateBulkResponse,
  type StateWriter,
  stringifyInTurns,
  TaskdeckError,
} from '#contract';
import type { StateContext } from '../context.ts';
import type { StoreAddress } from '../records.ts';
import { type SaveOptions, upsertOf } from '../write/mutation.ts';

/** Saves entries in order, each separately. */
export async function bulkSave(
  { commit }: StateContext,
  address: StoreAddress,
  entries: readonly ParsedStateInput[],
  writer: StateWriter,
  { keepsMarks = false }: SaveOptions = {},
): Promise<StateBulkResponse> {
  const texts = await mapInTurns(entries, ({ value }) => stringifyInTurns(value));
  checkBytes(texts);
  const operations = entries.map((entry, at) => ({ ...upsertOf(entry), text: texts[at] }));
  const { outcomes, receipt } = await commit({
    address,
    change: 'save',
    isAtomic: false,
    operations,
    writer,
    keepsMarks,
  });
  return {
    outcomes: outcomes.map((outcome) => ({
      ...(outcome.kind === 'saved' && { state: outcome.state }),
      ...(outcome.kind === 'refused' && { failure: outcome.failure }),
    })),
    ...(receipt !== undefined && { receipt }),
  };
}

function checkBytes(texts: readonly string[]): void {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes <= limits.bulkBytes) return;
  const message = `the values have ${bytes} bytes together, the limit (bulkBytes) is ${limits.bulkBytes}`;
  throw new TaskdeckError('PayloadTooLarge', message, { details: [{ pointer: '/entries', message }] });
}
