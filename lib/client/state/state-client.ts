import { deserialize } from '../serializer.ts';
import type { SyncPageable } from '../sync/sync-types.ts';
import { withSyncForms } from '../sync/with-sync-forms.ts';
import { BlobOperations } from './blob-operations.ts';
import { readEntryArguments } from './state-reference.ts';

declare const asyncForms: BlobOperations;

/**
 * State stores, their entries and blobs. Created by `TaskClient.getStateClient()`, with that client's connection and
 * isolation. An entry is named by store and id, or by one reference: `'store/id'`, `{ storeName, id }` or an entry.
 * Each operation has an asynchronous form and, without `Async`, a blocking one.
 */
export class StateClient extends withSyncForms(BlobOperations, 'state') {
  /** Blocking form of `getStateAsAsync`. */
  getStateAs<T>(...given: Parameters<typeof asyncForms.getStateAsAsync<T>>): T {
    const { address, rest } = readEntryArguments(given, 0);
    const { serializer, ...options } = rest[0] ?? {};
    const { value } = this.connection.sync.as('getStateAs', () => this.getState(address, options));
    return deserialize(value, serializer, 'GetState');
  }

  /** Blocking form of `listStateAsAsync`; blocks for each page. */
  listStateAs<T>(
    ...[storeName, { serializer, ...input } = {}]: Parameters<typeof asyncForms.listStateAsAsync<T>>
  ): SyncPageable<T, T[] & { continuationToken?: string }> {
    const pages = this.connection.sync.as('listStateAs', () => this.listState(storeName, input));
    const values = (page: readonly { value?: Parameters<typeof deserialize>[0] }[]) =>
      page.map(({ value }) => deserialize(value, serializer, 'ListState'));
    function* items() {
      for (const { value } of pages) yield* values([{ value }]);
    }
    function* byPage(...settings: Parameters<typeof pages.byPage>) {
      for (const page of pages.byPage(...settings)) {
        const { continuationToken } = page;
        yield Object.assign(values(page), continuationToken === undefined ? {} : { continuationToken });
      }
    }
    return Object.assign(items(), { byPage });
  }

  /** Blocking form of `getBulkStateAsAsync`. */
  getBulkStateAs<T>(
    ...[storeName, input, { serializer, ...options } = {}]: Parameters<typeof asyncForms.getBulkStateAsAsync<T>>
  ): T[] {
    const found = this.connection.sync.as('getBulkStateAs', () => this.getBulkState(storeName, input, options));
    return found.map(({ value }) => deserialize(value, serializer, 'GetBulkState'));
  }
}
