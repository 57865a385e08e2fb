'use server';
import { z } from 'zod';
import { parseJson, type StateInput, storeName } from '#contract';
import type { EntrySave } from '@/components/state/edit/entry-form.model.ts';
import { ttlOf } from '@/components/state/edit/expiry.model.ts';
import { presentTime } from '@/components/ui/present.ts';
import { operatorAction } from '../access/action.ts';

const id = z.string().min(1);

const expiry = z.union([
  z.strictObject({ never: z.literal(true) }),
  z.strictObject({ inSeconds: z.number().int().min(1) }),
  z.strictObject({ at: z.iso.datetime() }),
]);

/** One `EntrySave`; what is in it the service judges. */
const entrySave = z.strictObject({
  id,
  value: z.string(),
  contentType: z.string().exactOptional(),
  tags: z.record(z.string(), z.string()).exactOptional(),
  sensitive: z.array(z.string()).exactOptional(),
  hasBlob: z.boolean().exactOptional(),
  expiry: expiry.exactOptional(),
  ifMatch: z.string().exactOptional(),
});

/** One form's one change, also when it is sent twice. */
const idempotencyKey = z.uuid();

/** What the service is asked; without an entity tag, it is to be a new entry. Seconds count from now. */
function inputOf({ value, expiry: change, ifMatch, ...rest }: EntrySave): StateInput {
  return {
    ...rest,
    value: parseJson(value),
    ...(change !== undefined && { ttlInSeconds: ttlOf(change, presentTime()) }),
    ...(ifMatch === undefined ? { ifNoneMatch: '*' as const } : { ifMatch }),
  };
}

/** Saves one entry on the entity tag that was read, or makes it where there is none. */
export const saveEntry = operatorAction(
  z.strictObject({ storeName, save: entrySave, idempotencyKey }),
  async ({ client, input }) => {
    const { save, idempotencyKey: key } = input;
    const saved = await client.getStateClient().saveStateAsync(input.storeName, inputOf(save), { idempotencyKey: key });
    return { etag: saved.etag, version: saved.version, ...(saved.receipt && { receipt: saved.receipt }) };
  },
);

/** Commits saves and deletes of one store as one transaction: all of them, or none. */
export const commitBasket = operatorAction(
  z.strictObject({
    storeName,
    upserts: z.array(entrySave),
    deletes: z.array(z.strictObject({ id, ifMatch: z.string() })),
    idempotencyKey,
  }),
  async ({ client, input }) => {
    const { upserts, deletes } = input;
    const answer = await client
      .getStateClient()
      .bulkTransactionAsync(
        input.storeName,
        { upserts: upserts.map(inputOf), deletes },
        { idempotencyKey: input.idempotencyKey },
      );
    return { receipt: answer.receipt };
  },
);
