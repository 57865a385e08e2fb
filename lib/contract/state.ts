import { z } from 'zod';
import { blobInfo, mediaType } from './blob.ts';
import { stateFailure } from './errors.ts';
import { jsonPointer, stateId, storeName, timestamp, timestampInput } from './identifiers.ts';
import { beyondLimit, limits } from './limits.ts';
import { booleanQuery, pageOf, pageQuery, repeatable } from './paging.ts';
import { isCovered } from './pointer.ts';
import { record } from './record.ts';
import { stateAccesses, stateChanges, stateOrders } from './state-words.ts';
import { storedTags, tagFilter, tags } from './tags.ts';
import { givenJson, jsonValue } from './task.ts';
import { valueCondition, valuePointer } from './value-condition.ts';

/** An entity tag for `If-Match`: quoted and strong. */
const entityTag = z.string().regex(/^"[\x21\x23-\x7e]{1,64}"$/, 'a quoted entity tag, as in the answer');

/** Seconds until the entry expires, by the service's clock. -1: never. */
const ttlInSeconds = z
  .number()
  .int()
  .refine((seconds) => seconds === -1 || (seconds >= 1 && seconds <= 3_153_600_000), '-1 (never) or 1 to 3153600000');

const sensitive = z
  .array(z.union([z.literal(''), jsonPointer], 'a JSON Pointer (RFC 6901) into the value, or the empty pointer'))
  .max(limits.sensitivePointers, beyondLimit('sensitivePointers', 'pointers'))
  .describe('JSON Pointers into the value. The empty pointer is the whole value.');

const savable = {
  value: givenJson.describe('The value as JSON'),
  hasBlob: z
    .boolean()
    .optional()
    .describe('Whether the entry can have a blob. Omitted: unchanged (false for a new entry). false deletes its blob.'),
  contentType: mediaType.optional().describe('Of the value. Omitted: unchanged, or application/json for a new entry'),
  tags: tags.optional().describe('Omitted: unchanged'),
  ttlInSeconds: ttlInSeconds.optional().describe('Omitted: unchanged, or the default of the store for a new entry'),
  sensitive: sensitive.optional().describe('Omitted: unchanged'),
  ifMatch: entityTag.optional().describe('Saves only over an entry with this entity tag; else 412 PreconditionFailed'),
  ifNoneMatch: z.literal('*').optional().describe('*: saves only a new entry; else 409 StateAlreadyExists'),
};

const oneCondition = { path: ['ifNoneMatch'], message: 'ifMatch and ifNoneMatch exclude each other' };
const hasOneCondition = (given: { ifMatch?: string | undefined; ifNoneMatch?: string | undefined }) =>
  given.ifMatch === undefined || given.ifNoneMatch === undefined;

/**
 * Input of a save of one state entry. Conditions: `ifMatch` (412 unless it matches), `ifNoneMatch` "*" (create only,
 * 409).
 */
export const stateInput = z
  .strictObject({ id: stateId.describe('Id of the entry'), ...savable })
  .refine(hasOneCondition, oneCondition);

/** The body of a save of one entry: the path names the entry, so the id may be omitted. */
export const stateSaveInput = z
  .strictObject({ id: stateId.optional().describe('Omitted: the id in the path. Another id is refused'), ...savable })
  .refine(hasOneCondition, oneCondition);

/** Who wrote an entry: an operator, an API key, an external identity, or a step of a run. */
export const stateWriter = z.object({
  kind: z.enum(['operator', 'apiKey', 'external', 'task', 'system']).describe('Kind of the writer'),
  id: z.string().describe('Id of the writer'),
  name: z.string().describe('Name of the writer at that time'),
  taskId: z.string().optional().describe('Id of the task'),
  runCount: z.number().int().optional().describe('Number of the run, from 1'),
  sequence: z.number().int().optional().describe('Place of the step in its run, from 0'),
  stepName: z.string().optional().describe('Name of the step'),
});

/** A state entry in an answer. */
export const stateResponse = z.object({
  storeName: storeName.describe('Name of the store'),
  id: stateId.describe('Id of the entry'),
  value: jsonValue.optional().describe('Omitted when includeValue is false'),
  valueBytes: z
    .number()
    .int()
    .optional()
    .describe('Size of the stored value as UTF-8 JSON. Omitted where a part of the value is hidden from the caller'),
  contentType: z.string().describe('Media type of the value'),
  hasBlob: z.boolean().describe('Whether the entry can have a blob'),
  blob: blobInfo.optional().describe('Properties of its blob'),
  etag: z.string().describe('Entity tag for If-Match. It changes with every change'),
  version: z.number().int().describe('Number of the version, from 1. It grows by one with every change'),
  tags: storedTags.describe('Tags, by key'),
  sensitive: z.array(z.string()).optional().describe('JSON Pointers to sensitive values'),
  createdOn: timestamp.describe('When it was created'),
  createdBy: stateWriter.describe('Who created the entry'),
  lastModifiedOn: timestamp.describe('When it was last changed'),
  lastModifiedBy: stateWriter.describe('Who changed the entry last'),
  expiresOn: timestamp.optional().describe('When it expires. Omitted: never'),
  receipt: z.string().optional().describe('In the answer to a change: the receipt for UndoState'),
});

/** Input of a bulk save. Each entry is saved independently, in order. */
export const stateBulkInput = z.strictObject({
  entries: z
    .array(stateInput)
    .min(1)
    .max(limits.bulkEntries, beyondLimit('bulkEntries', 'entries'))
    .describe('The entries to save, in order'),
});

/** One outcome for each entry, in the order of the input. */
export const stateBulkOutcome = z.object({
  state: stateResponse.optional().describe('The entry as saved. Omitted when it was refused'),
  failure: stateFailure.optional().describe('Why the entry was refused'),
});
export const stateBulkResponse = z.object({
  outcomes: z.array(stateBulkOutcome).describe('One outcome for each entry, in the order of the input'),
  receipt: z.string().optional().describe('Undoes everything that was saved. Omitted when nothing was saved'),
});

const stateDelete = z.strictObject({
  id: stateId.describe('Id of the entry'),
  ifMatch: entityTag.optional().describe('Deletes only an entry with this entity tag'),
});

/** Input of a transaction: all upserts and deletes or none. Each id may occur once. */
export const stateBulkTransactionInput = z
  .strictObject({
    upserts: z
      .array(stateInput)
      .default([])
      .meta({ description: 'Entries to save', maxItems: limits.transactionOperations }),
    deletes: z
      .array(stateDelete)
      .default([])
      .meta({ description: 'Entries to delete', maxItems: limits.transactionOperations }),
  })
  .superRefine(({ upserts, deletes }, context) => {
    const count = upserts.length + deletes.length;
    if (count === 0) context.addIssue({ code: 'custom', message: 'a transaction needs at least one upsert or delete' });
    if (count > limits.transactionOperations)
      context.addIssue({
        code: 'custom',
        message: `has ${count} operations, the limit (transactionOperations) is ${limits.transactionOperations}`,
      });
    const seen = new Set<string>();
    const check =
      (member: string) =>
      ({ id }: { id: string }, index: number) => {
        if (seen.has(id))
          context.addIssue({
            code: 'custom',
            path: [member, index, 'id'],
            message: 'each id may occur once in a transaction',
          });
        seen.add(id);
      };
    upserts.forEach(check('upserts'));
    deletes.forEach(check('deletes'));
  });
export const stateTransactionResponse = z.object({
  upserted: z.array(stateResponse).describe('In the order of the upserts'),
  receipt: z.string().optional().describe('Omitted when a retry finds the change done and its first answer lost'),
});

/** Deletes entries independently, in order, each under its own condition. */
export const stateBulkDeleteInput = z.strictObject({
  deletes: z
    .array(stateDelete)
    .min(1)
    .max(limits.bulkEntries, beyondLimit('bulkEntries', 'entries'))
    .describe('The entries to delete'),
});
export const stateBulkDeleteResponse = z.object({
  outcomes: z
    .array(
      z.object({
        id: z.string().describe('Id of the entry'),
        isDeleted: z.boolean().describe('Whether there was an entry and it was deleted'),
        failure: stateFailure.optional().describe('Why the entry was not deleted'),
      }),
    )
    .describe('One outcome for each entry, in the order of the input'),
  receipt: z.string().optional().describe('Undoes all deletions. Omitted when nothing was deleted'),
});

/** Filters for the entries of a store. */
export const stateListQuery = z.strictObject({
  ...pageQuery,
  prefix: z.string().min(1).max(512).optional().describe('Prefix of the ids'),
  delimiter: z.string().min(1).max(8).optional().describe('Groups ids that contain it after the prefix into prefixes'),
  search: z.string().min(1).max(256).optional().describe('Part of the id, case-insensitive'),
  tag: tagFilter.describe('Only entries with one of these tags, as key=value'),
  hasBlob: booleanQuery
    .optional()
    .describe('true: only entries that can have a blob; false: only those that cannot. As the field hasBlob'),
  expires: booleanQuery.optional().describe('true: only entries that will expire'),
  modifiedAfter: timestampInput.optional().describe('Only entries changed at or after this time'),
  modifiedBefore: timestampInput.optional().describe('Only entries changed before this time'),
  value: repeatable(valueCondition).describe(
    'Only entries whose value meets all of these conditions. A condition on a value that is hidden from the caller is never met',
  ),
  includeValue: booleanQuery.default(true).describe('Whether each entry carries its value'),
  orderBy: z.enum(stateOrders).default('id asc').describe('With a delimiter, only by id'),
});

/** A group made by a delimiter: the entries below a prefix. The count has an upper limit. */
export const statePrefix = z.object({
  prefix: z.string().describe('The prefix, with the delimiter at its end'),
  entryCount: z.number().int().describe('Entries below it, counted up to 100'),
  isCountCapped: z.boolean().describe('There are more than entryCount'),
});
/** A page of entries. `prefixes` are sorted among them by id and count towards the page size. */
export const statePage = pageOf(stateResponse).extend({
  prefixes: z.array(statePrefix).optional().describe('The prefixes of this page, in the order of the ids'),
  searchedCount: z
    .number()
    .int()
    .optional()
    .describe('With conditions on values: how many entries were looked at for this page, in the index or in the store'),
  usedIndexes: z
    .array(z.string())
    .optional()
    .describe(
      'With conditions on values: the indexed paths by which entries were found. Omitted when the values of the entries were read one after the other',
    ),
});

/** Reads entries by id, or the first ones of a prefix. */
export const stateGetBulkInput = z
  .strictObject({
    ids: z
      .array(stateId)
      .min(1)
      .max(limits.bulkEntries, beyondLimit('bulkEntries', 'entries'))
      .optional()
      .describe('Ids of the entries'),
    prefix: z.string().min(1).max(512).optional().describe('Prefix of the ids of the entries'),
  })
  .refine(({ ids, prefix }) => ids === undefined || prefix === undefined, {
    path: ['prefix'],
    message: 'ids and prefix exclude each other',
  });
export const stateGetBulkResponse = z.object({
  value: z.array(stateResponse).describe('The entries that exist, in the requested order or by id'),
  missing: z.array(z.string()).describe('Ids of which there is no entry'),
  isTruncated: z.boolean().describe('There are more, because of the number or the size'),
});

/** One version of an entry, previous or current. */
export const stateVersion = z.object({
  storeName: storeName.describe('Name of the store'),
  id: stateId.describe('Id of the entry'),
  version: z.number().int().describe('Number of the version, from 1. It grows by one with every change'),
  etag: z.string().describe('Entity tag that the entry had'),
  change: z.enum(stateChanges).describe('What created the version'),
  isCurrent: z.boolean().describe('Whether the entry is this version now'),
  value: jsonValue.optional().describe('The value as JSON. Omitted unless it is asked for'),
  valueBytes: z
    .number()
    .int()
    .optional()
    .describe('Size of the stored value as UTF-8 JSON. Omitted where a part of the value is hidden from the caller'),
  contentType: z.string().describe('Media type of the value'),
  hasBlob: z.boolean().describe('Whether the entry could have a blob'),
  blob: blobInfo.optional().describe('Properties of its blob'),
  tags: storedTags.describe('Tags, by key'),
  sensitive: z.array(z.string()).optional().describe('JSON Pointers to sensitive values'),
  lastModifiedOn: timestamp.describe('When the version was created'),
  lastModifiedBy: stateWriter.describe('Who created the version'),
  expiresOn: timestamp.optional().describe('When the entry was to expire'),
});
export const stateVersionListQuery = z.strictObject({
  ...pageQuery,
  includeValue: booleanQuery.default(false).describe('Whether each entry carries its value'),
});

export const stateRestoreInput = z.strictObject({
  id: stateId.describe('Id of the entry'),
  version: z.number().int().min(1).describe('The version to restore'),
  ifMatch: entityTag.optional().describe('The entity tag that the entry must have'),
  ifNoneMatch: z
    .literal('*')
    .optional()
    .describe('*: restores only where there is no current entry; else 409 StateAlreadyExists'),
});
/** Input of an undo of one change. Fails with 409 `ReceiptOutdated` when something it touched has changed since. */
export const stateUndoInput = z.strictObject({
  receipt: z.string().min(1).max(4_194_304).describe('The receipt of the change to undo'),
});
export const stateUndoResponse = z.object({
  restored: z.array(stateResponse).describe('Entries as they are after the undo'),
  removed: z.array(z.string()).describe('Ids of the entries that the change had created'),
  receipt: z.string().optional().describe('Omitted when a retry finds the change done and its first answer lost'),
});

const indexedPaths = z
  .array(valuePointer)
  .max(limits.indexedPaths, beyondLimit('indexedPaths', 'paths'))
  .superRefine((paths, context) => {
    paths.forEach((path, index) => {
      if (paths.indexOf(path) < index)
        context.addIssue({ code: 'custom', path: [index], message: `the path "${path}" is named twice` });
    });
  });

/** Rules for all entries of a store. */
export const storePolicy = z
  .strictObject({
    schema: record(z.string(), jsonValue).optional().describe('JSON Schema (2020-12) for every saved value'),
    defaultTtlInSeconds: ttlInSeconds
      .optional()
      .describe('Seconds after which a new entry expires, unless it says otherwise. -1: never'),
    sensitive: sensitive.optional().describe('Added to the pointers of each entry'),
    isConditionRequired: z.boolean().optional().describe('Changes of an existing entry need ifMatch, otherwise 428'),
    acceptsBlobs: z.boolean().optional().describe('false: entries cannot have blobs'),
    maximumBlobBytes: z.number().int().min(1).optional().describe('Maximum size of a blob in bytes'),
    indexedPaths: indexedPaths
      .optional()
      .describe(
        'JSON Pointers into the values. Searches for values at these paths use an index, which is built in the background',
      ),
  })
  .superRefine(({ indexedPaths = [], sensitive = [] }, context) => {
    indexedPaths.forEach((path, index) => {
      const cover = sensitive.find((pointer) => isCovered(path, pointer));
      if (cover === undefined) return;
      const message = `the sensitive pointer "${cover}" hides the values at "${path}", and an index holds no hidden values`;
      context.addIssue({ code: 'custom', path: ['indexedPaths', index], message });
    });
  });

/** An index on a path of the values of a store. */
export const storeIndex = z.object({
  path: z.string().describe('JSON Pointer into the values'),
  isReady: z.boolean().describe('Whether searches use it. false while entries from before are indexed'),
  indexedCount: z.number().int().describe('How many entries from before were indexed so far'),
});

export const store = z.object({
  name: storeName.describe('Name of the store'),
  entryCount: z.number().int().describe('About'),
  valueBytes: z
    .number()
    .int()
    .optional()
    .describe('About. Omitted where the store holds sensitive values that are hidden from the caller'),
  blobBytes: z.number().int().optional().describe('About. Omitted together with `valueBytes`'),
  createdOn: timestamp.describe('When it was created'),
  lastModifiedOn: timestamp.optional().describe('When it was last changed'),
  policy: storePolicy.optional().describe('Rules for all entries of the store'),
  policyEtag: z.string().describe('Entity tag of the policy, for If-Match. It changes with every change of the policy'),
  indexes: z.array(storeIndex).optional().describe('The indexes of the paths that the policy names. Omitted: none'),
});
export const storeListQuery = z.strictObject({
  ...pageQuery,
  search: z.string().min(1).max(63).optional().describe('Part of the name'),
});

/** A step of a run that read or wrote an entry. */
export const stateAccess = z.object({
  storeName: storeName.describe('Name of the store'),
  id: stateId.describe('Id of the entry'),
  access: z.enum(stateAccesses).describe('What the step did with the entry'),
  version: z.number().int().optional().describe('The version that was read or created. Omitted when there was none'),
  taskId: z.string().describe('Id of the task'),
  taskType: z.string().describe('Type of the task'),
  runCount: z.number().int().describe('Number of the run, from 1'),
  sequence: z.number().int().describe('Place of the step in its run, from 0'),
  stepName: z.string().describe('Name of the step'),
  occurredOn: timestamp.describe('When the step did it'),
});
export const stateAccessListQuery = z.strictObject({ ...pageQuery });

export type StateInput = z.input<typeof stateInput>;
export type ParsedStateInput = z.output<typeof stateInput>;
export type ParsedStateSave = z.output<typeof stateSaveInput>;
export type StateWriter = z.output<typeof stateWriter>;
export type StateResponse = z.output<typeof stateResponse>;
export type StateBulkInput = z.input<typeof stateBulkInput>;
export type StateBulkOutcome = z.output<typeof stateBulkOutcome>;
export type StateBulkResponse = z.output<typeof stateBulkResponse>;
export type StateBulkTransactionInput = z.input<typeof stateBulkTransactionInput>;
export type ParsedStateTransaction = z.output<typeof stateBulkTransactionInput>;
export type StateTransactionResponse = z.output<typeof stateTransactionResponse>;
export type StateBulkDeleteInput = z.input<typeof stateBulkDeleteInput>;
export type StateBulkDeleteResponse = z.output<typeof stateBulkDeleteResponse>;
export type StateListFilter = z.output<typeof stateListQuery>;
export type StatePrefix = z.output<typeof statePrefix>;
export type StatePage = z.output<typeof statePage>;
export type StateGetBulkInput = z.input<typeof stateGetBulkInput>;
export type StateGetBulkResponse = z.output<typeof stateGetBulkResponse>;
export type StateVersion = z.output<typeof stateVersion>;
export type StateVersionListFilter = z.output<typeof stateVersionListQuery>;
export type StateRestoreInput = z.input<typeof stateRestoreInput>;
export type StateUndoResponse = z.output<typeof stateUndoResponse>;
export type StorePolicy = z.output<typeof storePolicy>;
export type Store = z.output<typeof store>;
export type StoreIndex = z.output<typeof storeIndex>;
export type StoreListFilter = z.output<typeof storeListQuery>;
export type StateAccessRecord = z.output<typeof stateAccess>;
/** A reference to one entry, in place of store name and id. As a string: `store/id`. */
export type StateReference = { storeName: string; id: string } | string;
