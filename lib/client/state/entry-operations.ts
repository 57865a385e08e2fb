import {
  headers,
  type StateBulkDeleteInput,
  type StateBulkDeleteResponse,
  type StateBulkInput,
  type StateBulkResponse,
  type StateBulkTransactionInput,
  type StateGetBulkInput,
  type StateInput,
  type StateResponse,
} from '#contract';
import type { PageExtraOf } from '../operation-types.ts';
import type { OperationOptions, PostOptions } from '../options.ts';
import { mapPages, type Pageable } from '../pageable.ts';
import { RequestFailedError } from '../request-failed-error.ts';
import { deserialize, type TypedOptions } from '../serializer.ts';
import type {
  FoundStates,
  SavedStates,
  StateDeleteOptions,
  StateDeletion,
  StateGetOptions,
  StateListInput,
  StateSaveOptions,
} from './options.ts';
import { type EntryArguments, readEntryArguments } from './state-reference.ts';
import { StoreOperations } from './store-operations.ts';

/** The operations on entries and their values. */
export class EntryOperations extends StoreOperations {
  /**
   * Saves an entry. Omitted fields other than the value keep their values. The option `ifMatch`: only over that etag
   * (`PreconditionFailed`). `ifNoneMatch: '*'`: only a new entry (`StateAlreadyExists`). Needs `state/create`.
   */
  async saveStateAsync(storeName: string, input: StateInput, options: StateSaveOptions = {}): Promise<StateResponse> {
    const { ifMatch, ifNoneMatch, ...rest } = options;
    const headers = { 'If-None-Match': ifNoneMatch };
    const call = { params: { storeName, id: input?.id }, body: input, ifMatch, headers };
    return this.connection.send('SaveState', call, rest);
  }

  /**
   * Saves entries independently, in order. Throws `RequestFailedError` `BulkSaveFailed` when some were refused: its
   * `outcomes` list all, and the saved ones stay saved. Needs `state/create`.
   */
  async saveBulkStateAsync(storeName: string, input: StateBulkInput, options: PostOptions = {}): Promise<SavedStates> {
    const { outcomes, receipt } = await this.saveBulkStateOutcomesAsync(storeName, input, options);
    const saved = outcomes.flatMap(({ state }) => state ?? []);
    if (saved.length === outcomes.length) return withReceipt(saved, receipt);
    const failures = outcomes.flatMap(({ failure }) => failure ?? []);
    throw new RequestFailedError(
      `${failures.length} of ${outcomes.length} entries were not saved: ${failures[0]?.message}`,
      { operation: 'SaveBulkState', code: 'BulkSaveFailed', failures, outcomes, receipt },
    );
  }

  /**
   * Same as `saveBulkStateAsync`, but returns one outcome for each entry instead of throwing when some were refused.
   */
  saveBulkStateOutcomesAsync(
    storeName: string,
    input: StateBulkInput,
    options: PostOptions = {},
  ): Promise<StateBulkResponse> {
    return this.connection.send('SaveBulkState', { params: { storeName }, body: input }, options);
  }

  /**
   * Upserts and deletes entries, all or none, and returns the upserted ones in order. When refused, the error's
   * `failures` name each failed operation and its entry's etag. Needs `state/create` and `state/delete`.
   */
  async bulkTransactionAsync(
    storeName: string,
    input: StateBulkTransactionInput,
    options: PostOptions = {},
  ): Promise<SavedStates> {
    const answer = await this.connection.send('BulkTransaction', { params: { storeName }, body: input }, options);
    return withReceipt(answer.upserted, answer.receipt);
  }

  /** Lists the entries of a store. With a `delimiter`, each page has `prefixes`, which stand for the ids below them. */
  listStateAsync(storeName: string, input: StateListInput = {}): Pageable<StateResponse, PageExtraOf<'ListState'>> {
    return this.connection.list('ListState', { storeName }, input);
  }

  /** Lists the values of a store's entries as `T`s. Without a schema, the type is not checked. */
  listStateAsAsync<T>(
    storeName: string,
    { serializer, ...input }: Omit<StateListInput, 'includeValue'> & TypedOptions<T> = {},
  ): Pageable<T> {
    return mapPages(this.listStateAsync(storeName, input), ({ value }) => deserialize(value, serializer, 'ListState'));
  }

  /** Returns an entry, named by store and id or by a reference. */
  async getStateAsync(...given: EntryArguments<[options?: StateGetOptions]>): Promise<StateResponse> {
    const { address, rest } = readEntryArguments(given, 0);
    const { includeValue, ifNoneMatch, ...options } = rest[0] ?? {};
    const call = { params: address, query: { includeValue }, headers: { 'If-None-Match': ifNoneMatch } };
    return this.connection.send('GetState', call, options);
  }

  /** Returns an entry's value as a `T`. Without a schema, the type is not checked. */
  async getStateAsAsync<T>(
    ...given: EntryArguments<[options?: Omit<StateGetOptions, 'includeValue'> & TypedOptions<T>]>
  ): Promise<T> {
    const { address, rest } = readEntryArguments(given, 0);
    const { serializer, ...options } = rest[0] ?? {};
    return deserialize((await this.getStateAsync(address, options)).value, serializer, 'GetState');
  }

  /** Returns many entries: those of `ids` in that order, those below `prefix`, or the store's first 1 000. */
  async getBulkStateAsync(
    storeName: string,
    input: StateGetBulkInput = {},
    options: OperationOptions = {},
  ): Promise<FoundStates> {
    const answer = await this.connection.send('GetBulkState', { params: { storeName }, body: input }, options);
    const { value, missing, isTruncated } = answer;
    return Object.assign(value, { missing, isTruncated });
  }

  /** Same as `getBulkStateAsync`, but returns the values as `T`s. Without a schema, the type is not checked. */
  async getBulkStateAsAsync<T>(
    storeName: string,
    input: StateGetBulkInput = {},
    { serializer, ...options }: OperationOptions & TypedOptions<T> = {},
  ): Promise<T[]> {
    const found = await this.getBulkStateAsync(storeName, input, options);
    return found.map(({ value }) => deserialize(value, serializer, 'GetBulkState'));
  }

  /**
   * Deletes an entry and its blob. Succeeds when there is none. With `ifMatch`, only the entry with that etag. Needs
   * `state/delete`.
   */
  async deleteStateAsync(...given: EntryArguments<[options?: StateDeleteOptions]>): Promise<StateDeletion> {
    const { address, rest } = readEntryArguments(given, 0);
    const { ifMatch, ...options } = rest[0] ?? {};
    const answer = await this.connection.exchange('DeleteState', { params: address, ifMatch }, options);
    const receipt = answer.headers.get(headers.receipt);
    return receipt === undefined ? {} : { receipt };
  }

  /** Deletes entries, each under its own condition, and returns one outcome for each. Needs `state/delete`. */
  deleteBulkStateAsync(
    storeName: string,
    input: StateBulkDeleteInput,
    options: PostOptions = {},
  ): Promise<StateBulkDeleteResponse> {
    return this.connection.send('DeleteBulkState', { params: { storeName }, body: input }, options);
  }
}

function withReceipt(saved: StateResponse[], receipt: string | undefined): SavedStates {
  return Object.assign(saved, receipt === undefined ? {} : { receipt });
}
