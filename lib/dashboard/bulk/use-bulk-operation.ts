'use client';
import { useQuery } from '@tanstack/react-query';
import { isBulkActive } from '@/components/bulk/bulk-words.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { bulkKey } from './bulk-key.ts';
import type { ShownBulkOperation } from './read-bulk.ts';

/** How often an operation that has not ended is read. */
const everyMs = 500;

/** An operation with its causes, kept fresh until it has ended. */
export function useBulkOperation(id: string) {
  return useQuery<ShownBulkOperation>({
    queryKey: bulkKey(id),
    queryFn: ({ signal }) =>
      fetchJson<ShownBulkOperation>(`/api/bulk-operations/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state }) => (state.data === undefined || isBulkActive(state.data.operation) ? everyMs : false),
  });
}
