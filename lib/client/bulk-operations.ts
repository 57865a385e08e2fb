import type { BulkOperation, BulkOperationInput, BulkPreview, BulkPreviewInput } from '#contract';
import type { ItemOf } from './operation-types.ts';
import type { OperationOptions, PostOptions, QueryOptions } from './options.ts';
import { OwnerOperations } from './owner-operations.ts';
import type { Pageable } from './pageable.ts';

/** `reason` is kept in the audit trail. */
type ReasonOptions = PostOptions & { reason?: string | undefined };

/** The operations on many tasks at once. The service does them in the background. */
export class BulkOperations extends OwnerOperations {
  /** Returns how many tasks an action would reach, which would be refused and why, and ten of them. Changes nothing. */
  previewBulkOperationAsync(input: BulkPreviewInput, options: OperationOptions = {}): Promise<BulkPreview> {
    return this.connection.send('PreviewBulkOperation', { body: input }, options);
  }

  /** Acts on many tasks: chosen ones, or those that match a filter now. Also needs the scope of the action. */
  createBulkOperationAsync(input: BulkOperationInput, options: PostOptions = {}): Promise<BulkOperation> {
    return this.connection.send('CreateBulkOperation', { body: input }, options);
  }

  /** Lists bulk operations, newest first. */
  listBulkOperationsAsync(options: QueryOptions<'ListBulkOperations'> = {}): Pageable<BulkOperation> {
    return this.connection.list('ListBulkOperations', {}, options);
  }

  /** Returns a bulk operation: what it does, and how far it is. */
  getBulkOperationAsync(id: string, options: OperationOptions = {}): Promise<BulkOperation> {
    return this.connection.send('GetBulkOperation', { params: { id } }, options);
  }

  /** Lists what became of each task, in the order of the operation. */
  listBulkResultsAsync(id: string, options: QueryOptions<'ListBulkResults'> = {}): Pageable<ItemOf<'ListBulkResults'>> {
    return this.connection.list('ListBulkResults', { id }, options);
  }

  /** Lists why tasks were refused or failed, most frequent cause first. */
  listBulkCausesAsync(id: string, options: QueryOptions<'ListBulkCauses'> = {}): Pageable<ItemOf<'ListBulkCauses'>> {
    return this.connection.list('ListBulkCauses', { id }, options);
  }

  /** Pauses a bulk operation. No task is acted on until it is resumed. */
  pauseBulkOperationAsync(id: string, { reason, ...options }: ReasonOptions = {}): Promise<BulkOperation> {
    return this.connection.send('PauseBulkOperation', { params: { id }, body: bodyOf(reason) }, options);
  }

  /** Resumes a paused bulk operation. */
  resumeBulkOperationAsync(id: string, { reason, ...options }: ReasonOptions = {}): Promise<BulkOperation> {
    return this.connection.send('ResumeBulkOperation', { params: { id }, body: bodyOf(reason) }, options);
  }

  /** Stops a bulk operation for good. What it has done stays. */
  stopBulkOperationAsync(id: string, { reason, ...options }: ReasonOptions = {}): Promise<BulkOperation> {
    return this.connection.send('StopBulkOperation', { params: { id }, body: bodyOf(reason) }, options);
  }
}

function bodyOf(reason: string | undefined): { reason?: string } {
  return reason === undefined ? {} : { reason };
}
