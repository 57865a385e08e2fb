import { expect, test } from 'vitest';
import { TaskdeckError } from '#contract';
import type { State } from '#state';
import { guard } from './guarded.ts';
import { policyPointers } from './policy-pointers.ts';

const store = { namespace: '', storeName: 'vault' };
type Store = Awaited<ReturnType<State['getStore']>>;
const empty: Store = {
  ...{ name: 'vault', entryCount: 0, valueBytes: 0, blobBytes: 0 },
  ...{ createdOn: '', lastModifiedOn: '', holdsSensitive: false, policyEtag: '"0"' },
};
const answered = (policy?: Store['policy']) =>
  policyPointers({ getStore: async () => guard<Store>({ ...empty, ...(policy && { policy }) }) }, store);
const failed = (error: Error) => policyPointers({ getStore: () => Promise.reject(error) }, store);

test('the pointers of a store are those of its policy; a store without one, or that is not there yet, has none', async () => {
  expect(await answered({ sensitive: ['/pin'] })).toEqual(['/pin']);
  expect(await answered({})).toEqual([]);
  expect(await answered()).toEqual([]);
  expect(await failed(new TaskdeckError('StoreNotFound', 'there is no store'))).toEqual([]);
});

test('what keeps the policy from being read is not taken for its absence', async () => {
  for (const error of [new TaskdeckError('ServiceUnavailable', 'away'), new Error('a defect')])
    await expect(failed(error)).rejects.toBe(error);
});
