/** Where an operation is kept in the cache. */
export const bulkKey = (id: string) => ['operations', 'one', id] as const;

/** Where the operations that have not ended are kept in the cache. */
export const activeBulkKey = ['operations', 'active'] as const;

/** Where the newest operations are kept in the cache. */
export const latestBulkKey = ['operations', 'latest'] as const;
