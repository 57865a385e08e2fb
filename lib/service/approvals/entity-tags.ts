import { TaskdeckError } from '#contract';
import type { Service } from '../service.ts';

type Delete = { id: string; ifMatch?: string | undefined };

/**
 * Returns deletes of entries on the condition that each is as it is now. Throws `StateNotFound` when one does not exist
 * and `PreconditionFailed` when one is not as its own condition says.
 */
export async function withEntityTags(
  { state }: Pick<Service, 'state'>,
  storeName: string,
  deletes: readonly Delete[],
): Promise<Required<Delete>[]> {
  const ids = deletes.map(({ id }) => id);
  const { value, missing } = await state.bulkGet({ namespace: '', storeName }, { ids, includeValue: false });
  if (missing[0] !== undefined)
    throw new TaskdeckError('StateNotFound', `there is no entry "${missing[0]}" in the store "${storeName}"`);
  const tags = new Map(value.map(({ id, etag }) => [id, etag]));
  return deletes.map(({ id, ifMatch }) => {
    const etag = tags.get(id) ?? '';
    if (ifMatch !== undefined && ifMatch !== etag)
      throw new TaskdeckError('PreconditionFailed', `the entry "${id}" has changed since`);
    return { id, ifMatch: etag };
  });
}
