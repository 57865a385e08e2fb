'use server';
import { z } from 'zod';
import { isRequestFailedError } from '#client';
import { limits, stateId, storeName, storePolicy } from '#contract';
import { lineOf } from '@/components/state/entry-line.ts';
import { type EntryOutcome, outcomeOfFailure } from '@/components/state/write-outcome.ts';
import { operatorAction } from '../access/action.ts';
import { ProblemError } from '../problem/problem.ts';
import { loadSamples } from '../samples/load-samples.ts';
import { deleteEntryInput, deleteSeenEntry } from './delete-entry.ts';
import { importBatchInput, saveImportBatch } from './import-batch.ts';
import { parsedJson } from './parsed-json.ts';

const etag = z.string().min(3).max(66);
const ofEntry = { storeName, id: stateId };

/** Deletes an entry, if it still is the one that was seen. */
export const deleteEntry = operatorAction(deleteEntryInput, deleteSeenEntry);

const bulkDelete = z.strictObject({
  storeName,
  deletes: z
    .array(z.strictObject({ id: stateId, ifMatch: etag }))
    .min(1)
    .max(limits.bulkEntries),
  idempotencyKey: z.uuid(),
});

/** Deletes each of these entries that still is the one that was seen, once for its key, and tells what became of every one. */
export const deleteEntries = operatorAction(bulkDelete, async ({ client, input }) => {
  const { storeName, deletes, idempotencyKey } = input;
  const state = client.getStateClient();
  const { outcomes, receipt } = await state.deleteBulkStateAsync(storeName, { deletes }, { idempotencyKey });
  return {
    outcomes: outcomes.map(({ id, isDeleted, failure }): EntryOutcome => {
      if (failure !== undefined) return outcomeOfFailure(failure);
      return isDeleted ? { id, kind: 'done' } : { id, kind: 'gone' };
    }),
    receipt,
  };
});

const readInput = z.strictObject({
  storeName,
  versions: z
    .array(z.strictObject({ id: stateId, version: z.number().int().min(1) }))
    .min(1)
    .max(25),
});

/** Versions of entries as JSON lines, as an import takes them; those that are no longer kept are left out. */
export const readLines = operatorAction(readInput, async ({ client, input }) => {
  const state = client.getStateClient();
  const read = await Promise.all(
    input.versions.map(({ id, version }) => state.getStateVersionAsync(input.storeName, id, version).catch(unlessGone)),
  );
  return read.map((version) => (version === undefined ? '' : `${lineOf(version)}\n`)).join('');
});

function unlessGone(error: unknown): undefined {
  if (isRequestFailedError(error) && error.statusCode === 404) return undefined;
  throw error;
}

const restoreInput = z.strictObject({
  ...ofEntry,
  version: z.number().int().min(1),
  ifMatch: etag.optional(),
  idempotencyKey: z.uuid(),
});

/** Makes an earlier version the current one. `ifMatch` is left out where there is no entry, and then there still must be none. */
export const restoreVersion = operatorAction(restoreInput, async ({ client, input }) => {
  const { storeName, id, version, ifMatch, idempotencyKey } = input;
  const condition = ifMatch === undefined ? ({ ifNoneMatch: '*' } as const) : { ifMatch };
  const options = { ...condition, idempotencyKey };
  const entry = await client.getStateClient().restoreStateAsync(storeName, id, version, options);
  return { version: entry.version, receipt: entry.receipt };
});

const undoInput = z.strictObject({ storeName, receipt: z.string().min(1).max(4_194_304), idempotencyKey: z.uuid() });

/** Takes back one change, as long as nothing that it touched has moved since. */
export const undoChange = operatorAction(undoInput, async ({ client, input }) => {
  const { storeName, receipt, idempotencyKey } = input;
  const answer = await client.getStateClient().undoStateAsync(storeName, receipt, { idempotencyKey });
  return {
    restored: answer.restored.map(({ id, version }) => ({ id, version })),
    removed: answer.removed,
    receipt: answer.receipt,
  };
});

/** Sets a store's policy, given as JSON text, once for its key. */
export const setPolicy = operatorAction(
  z.strictObject({
    storeName,
    policy: z.string().max(1_048_576),
    ifMatch: z.string().optional(),
    idempotencyKey: z.uuid(),
  }),
  async ({ client, input }) => {
    const { storeName, ifMatch, idempotencyKey } = input;
    const policy = storePolicy.safeParse(parsedJson(input.policy));
    if (!policy.success) {
      const errors = policy.error.issues.map(({ path, message }) => ({ pointer: `/${path.join('/')}`, message }));
      throw new ProblemError({ code: 'InvalidRequest', detail: 'The policy is invalid.', errors });
    }
    const store = await client
      .getStateClient()
      .setStorePolicyAsync(storeName, policy.data, { ifMatch, idempotencyKey });
    return { name: store.name };
  },
);

/** Saves a batch of an import, each entry by itself, once for its key. */
export const importEntries = operatorAction(importBatchInput, saveImportBatch);

/** Saves the sample entries. Returns how many. */
export const loadSampleState = operatorAction(z.strictObject({}), ({ client }) => loadSamples(client, 'entries'));
