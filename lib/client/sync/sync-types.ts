import type { PagedAsyncIterableIterator, PageSettings } from '@azure/core-paging';
import type { BlobContent } from '../blobs/blob-content.ts';
import type { CreateTaskAndWaitOperation } from '../create-and-wait.ts';
import type { BlobBytes } from './blob-bytes.ts';
import type { SyncCreateTaskAndWaitOperation } from './sync-create-and-wait.ts';

/** A pageable list in its synchronous form: each page is asked for when it is come to. */
export type SyncPageable<Item, Page> = IterableIterator<Item> & {
  byPage(settings?: PageSettings): IterableIterator<Page>;
};

type SyncValue<Value> = Value extends CreateTaskAndWaitOperation
  ? SyncCreateTaskAndWaitOperation
  : Value extends { content: BlobContent }
    ? Omit<Value, 'content'> & { content: BlobBytes }
    : Value;

/** What a synchronous form answers, of what the asynchronous one does. */
export type SyncResult<Result> =
  Result extends Promise<infer Value>
    ? SyncValue<Value>
    : Result extends PagedAsyncIterableIterator<infer Item, infer Page, PageSettings>
      ? SyncPageable<Item, Page>
      : Result extends AsyncIterableIterator<infer Item>
        ? IterableIterator<Item>
        : never;

/** The synchronous name of an operation; the typed ones (`…AsAsync`) are declared by themselves, as they are generic. */
type SyncName<Name> = Name extends `${string}AsAsync` ? never : Name extends `${infer Base}Async` ? Base : never;

/** The synchronous form of every `…Async` operation of a client: the same arguments, the answer itself. */
export type SyncForms<Client> = {
  [Name in keyof Client as SyncName<Name>]: Client[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => SyncResult<Result>
    : never;
};
