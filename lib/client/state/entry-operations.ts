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
import type { OperationOptions } from '../options.ts';
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

/** The operations on entries and their values: the part of `StateClient` that knows no blobs. */
export class EntryOperations extends StoreOperations {
  /**
   * Saves an entry. Whatever beside the value is left out stays as it was. `ifMatch`: only over that etag
   * (`PreconditionFailed`); `ifNoneMatch: '*'`: only a new one (`StateAlreadyExists`). Needs `state/create`.
   */
  async saveStateAsync(storeName: string, input: StateInput, options: StateSaveOptions = {}): Promise<StateResponse> {
    return this.connection.send('SaveState', { params: { storeName, id: input?.id }, body: input }, options);
  }

  /**
   * Saves entries, each by itself, in order. Throws `RequestFailedError` `BulkSaveFailed` where some were refused: its
   * `outcomes` tell of each, and what was saved stays saved. Needs `state/create`.
   */
  async saveBulkStateAsync(
    storeName: string,
    input: StateBulkInput,
    options: StateSaveOptions = {},
  ): Promise<SavedStates> {
    const { outcomes, receipt } = await this.saveBulkStateOutcomesAsync(storeName, input, options);
    const saved = outcomes.flatMap(({ state }) => state ?? []);
    if (saved.length === outcomes.length) return withReceipt(saved, receipt);
    const failures = outcomes.flatMap(({ failure }) => failure ?? []);
    throw new RequestFailedError(
      `${failures.length} of ${outcomes.length} entries were not saved: ${failures[0]?.message}`,
      { operation: 'SaveBulkState', code: 'BulkSaveFailed', failures, outcomes, receipt },
    );
  }

  /** As `saveBulkStateAsync`, but answers one outcome for each entry instead of throwing where some were refused. */
  saveBulkStateOutcomesAsync(
    storeName: string,
    input: StateBulkInput,
    options: StateSaveOptions = {},
  ): Promise<StateBulkResponse> {
    return this.connection.send('SaveBulkState', { params: { storeName }, body: input }, options);
  }

  /**
   * Upserts and deletes entries, all or nothing; answers what was upserted, in order. Where it is refused, the error's
   * `failures` name each operation to blame and its entry's etag. Needs `state/create` and `state/delete`.
   */
  async bulkTransactionAsync(
    storeName: string,
    input: StateBulkTransactionInput,
    options: StateSaveOptions = {},
  ): Promise<SavedStates> {
    const answer = await this.connection.send('BulkTransaction', { params: { storeName }, body: input }, options);
    return withReceipt(answer.upserted, answer.receipt);
  }

  /** Lists the entries of a store; with a `delimiter` each page has `prefixes`, which stand for the ids below them. */
  listStateAsync(storeName: string, input: StateListInput = {}): Pageable<StateResponse, PageExtraOf<'ListState'>> {
    return this.connection.list('ListState', { storeName }, input);
  }

  /** Lists the values of a store's entries, each as a `T`: checked where a schema is given, else by the caller's word. */
  listStateAsAsync<T>(
    storeName: string,
    { serializer, ...input }: Omit<StateListInput, 'includeValue'> & TypedOptions<T> = {},
  ): Pageable<T> {
    return mapPages(this.listStateAsync(storeName, input), ({ value }) => deserialize(value, serializer, 'ListState'));
  }

  /** Reads an entry: of a store and id, or of a reference. */
  async getStateAsync(...given: EntryArguments<[options?: StateGetOptions]>): Promise<StateResponse> {
    const { address, rest } = readEntryArguments(given, 0);
    const { includeValue, ifNoneMatch, ...options } = rest[0] ?? {};
    const call = { params: address, query: { includeValue }, headers: { 'If-None-Match': ifNoneMatch } };
    return this.connection.send('GetState', call, options);
  }

  /** Reads an entry's value as a `T`: checked where a schema is given, else by the caller's word. */
  async getStateAsAsync<T>(
    ...given: EntryArguments<[options?: Omit<StateGetOptions, 'includeValue'> & TypedOptions<T>]>
  ): Promise<T> {
    const { address, rest } = readEntryArguments(given, 0);
    const { serializer, ...options } = rest[0] ?? {};
    return deserialize((await this.getStateAsync(address, options)).value, serializer, 'GetState');
  }

  /** Reads many entries: those of `ids` in that order, those below `prefix`, or the store's first 1 000. */
  async getBulkStateAsync(
    storeName: string,
    input: StateGetBulkInput = {},
    options: OperationOptions = {},
  ): Promise<FoundStates> {
    const answer = await this.connection.send('GetBulkState', { params: { storeName }, body: input }, options);
    const { value, missing, isTruncated } = answer;
    return Object.assign(value, { missing, isTruncated });
  }

  /** As `getBulkStateAsync`, but the values, each as a `T`: checked where a schema is given, else by the caller's word. */
  async getBulkStateAsAsync<T>(
    storeName: string,
    input: StateGetBulkInput = {},
    { serializer, ...options }: OperationOptions & TypedOptions<T> = {},
  ): Promise<T[]> {
    const found = await this.getBulkStateAsync(storeName, input, options);
    return found.map(({ value }) => deserialize(value, serializer, 'GetBulkState'));
  }

  /** Deletes an entry and its blob; also when there is none. With `ifMatch` only that one. Needs `state/delete`. */
  async deleteStateAsync(...given: EntryArguments<[options?: StateDeleteOptions]>): Promise<StateDeletion> {
    const { address, rest } = readEntryArguments(given, 0);
    const { ifMatch, ...options } = rest[0] ?? {};
    const answer = await this.connection.exchange('DeleteState', { params: address, ifMatch }, options);
    const receipt = answer.headers.get(headers.receipt);
    return receipt === undefined ? {} : { receipt };
  }

  /** Deletes entries, each under its own condition; answers one outcome for each. Needs `state/delete`. */
  deleteBulkStateAsync(
    storeName: string,
    input: StateBulkDeleteInput,
    options: StateSaveOptions = {},
  ): Promise<StateBulkDeleteResponse> {
    return this.connection.send('DeleteBulkState', { params: { storeName }, body: input }, options);
  }
}

function withReceipt(saved: StateResponse[], receipt: string | undefined): SavedStates {
  return Object.assign(saved, receipt === undefined ? {} : { receipt });
}
