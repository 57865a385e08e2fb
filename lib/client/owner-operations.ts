import type { Namespace, Quota, QuotaInput } from '#contract';
import { AccessOperations } from './access-operations.ts';
import type { ConditionalPostOptions, QueryOptions } from './options.ts';
import type { Pageable } from './pageable.ts';

/** The operations on what belongs to an owner: isolated names, and limits. */
export class OwnerOperations extends AccessOperations {
  /**
   * Lists who has isolated stores and locks. A client with the option `namespace` then reads and changes those of one owner.
   * Needs `namespaces/manage`.
   */
  listNamespacesAsync(options: QueryOptions<'ListNamespaces'> = {}): Pageable<Namespace> {
    return this.connection.list('ListNamespaces', {}, options);
  }

  /** Lists the limits of operators and service accounts, and what they use of them. Needs `quotas/manage`. */
  listQuotasAsync(options: QueryOptions<'ListQuotas'> = {}): Pageable<Quota> {
    return this.connection.list('ListQuotas', {}, options);
  }

  /** Sets the limits of one owner, as `listQuotas` names it. Omitted ones are those of the deployment again. */
  setQuotaAsync(owner: string, quota: QuotaInput, options: ConditionalPostOptions = {}): Promise<Quota> {
    const { ifMatch } = options;
    return this.connection.send('SetQuota', { params: { owner }, body: quota, ifMatch }, options);
  }
}
