import type { PagedAsyncIterableIterator, PageSettings } from '@azure/core-paging';
import type { BlobContent } from '../blobs/blob-content.ts';
import type { CreateTaskAndWaitOperation } from '../create-and-wait.ts';
import type { BlobBytes } from './blob-bytes.ts';
import type { SyncCreateTaskAndWaitOperation } from './sync-create-and-wait.ts';

/** A paged list in its synchronous form. Pages are requested when the iteration reaches them. */
export type SyncPageable<Item, Page> = IterableIterator<Item> & {
  byPage(settings?: PageSettings): IterableIterator<Page>;
};

type SyncValue<Value> = Value extends CreateTaskAndWaitOperation
  ? SyncCreateTaskAndWaitOperation
  : Value extends { content: BlobContent }
    ? Omit<Value, 'content'> & { content: BlobBytes }
    : Value;

/** The result of a synchronous form, derived from the asynchronous one. */
export type SyncResult<Result> =
  Result extends Promise<infer Value>
    ? SyncValue<Value>
    : Result extends PagedAsyncIterableIterator<infer Item, infer Page, PageSettings>
      ? SyncPageable<Item, Page>
      : Result extends AsyncIterableIterator<infer Item>
        ? IterableIterator<Item>
        : never;

/**
 * The synchronous name of an operation. The typed ones (`…AsAsync`) are declared separately, because they are generic.
 */
type SyncName<Name> = Name extends `${string}AsAsync` ? never : Name extends `${infer Base}Async` ? Base : never;

/** The synchronous forms of all `…Async` operations of a client, with the same arguments. */
export type SyncForms<Client> = {
  [Name in keyof Client as SyncName<Name>]: Client[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => SyncResult<Result>
    : never;
};
