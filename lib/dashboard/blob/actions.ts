'use server';
import { z } from 'zod';
import { limits, stateId, storeName } from '#contract';
import { operatorAction } from '../access/action.ts';
import { nullWhereMissing } from '../state/read-state.ts';

/** Lets an entry accept a blob; its value and all else of it stay as they are, also when others write meanwhile. */
export const acceptBlob = operatorAction(z.strictObject({ storeName, id: stateId }), async ({ client, input }) => {
  const state = client.getStateClient();
  const entry = await state.getStateAsync(input.storeName, input.id);
  // a redacted part goes back as its marker, and the service keeps what is stored there
  const saved = await state.saveStateAsync(input.storeName, {
    id: input.id,
    value: entry.value ?? null,
    hasBlob: true,
    ifMatch: entry.etag,
  });
  return { receipt: saved.receipt };
});

const targets = z.strictObject({ storeName, ids: z.array(stateId).min(1).max(limits.bulkEntries) });

/** Which of these ids have an entry already, its blob's entity tag where it has one, and the store's rules for blobs. */
export const findBlobTargets = operatorAction(targets, async ({ client, input: { storeName: name, ids } }) => {
  const state = client.getStateClient();
  const [found, store] = await Promise.all([
    state.getBulkStateAsync(name, { ids }).catch(nullWhereMissing), // the first entry makes a store
    state.getStoreAsync(name).catch(nullWhereMissing),
  ]);
  const { acceptsBlobs, maximumBlobBytes } = store?.policy ?? {};
  return {
    targets: (found ?? []).map(({ id, hasBlob, blob }) => ({ id, hasBlob, blobEtag: blob?.etag })),
    rules: { acceptsBlobs, maximumBlobBytes },
  };
});
