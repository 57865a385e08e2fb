/** Where views and their counts are kept in the cache. The counts are not below the views: they are read by themselves. */
export const viewsKey = ['views'] as const;
export const viewCountsKey = ['view counts'] as const;
