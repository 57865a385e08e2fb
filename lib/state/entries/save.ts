import type { ParsedStateInput, StateResponse, StateWriter } from '#contract';
import type { StateContext } from '../context.ts';
import type { StoreAddress } from '../records.ts';
import { type SaveOptions, upsertOf } from '../write/mutation.ts';
import { refusalError } from '../write/refusal.ts';

/** Saves an entry. Redaction markers in its value keep what is stored there. */
export async function save(
  { commit }: StateContext,
  address: StoreAddress,
  input: ParsedStateInput,
  writer: StateWriter,
  { keepsMarks = false }: SaveOptions = {},
): Promise<StateResponse> {
  const { outcomes, receipt } = await commit({
    address,
    change: 'save',
    isAtomic: true,
    operations: [upsertOf(input)],
    writer,
    keepsMarks,
  });
  const error = refusalError(outcomes);
  if (error !== undefined) throw error;
  const [outcome] = outcomes;
  if (outcome?.kind !== 'saved') throw new Error(`a save of ${input.id} was neither done nor refused`);
  return { ...outcome.state, ...(receipt !== undefined && { receipt }) };
}
