'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ResumableUpload } from '#contract';
import type { UnfinishedUpload } from '@/components/blob/transfer.ts';
import { toast } from '@/components/ui/toast.ts';
import type { ListPage } from '../list/page.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { discardUpload, leftUploads } from './unfinished-uploads.ts';
import { useTransfers } from './use-transfers.ts';

/** Names them in the cache. */
export const unfinishedKey = ['uploads'];

/** The operator's uploads that were begun and left, here or in another browser; without those that go on in this page. */
export function useUnfinishedUploads({ isEnabled }: { isEnabled: boolean }) {
  const queryClient = useQueryClient();
  const transfers = useTransfers();
  const read = useQuery({
    queryKey: unfinishedKey,
    queryFn: ({ signal }) => fetchJson<ListPage<ResumableUpload>>('/api/uploads?maxPageSize=100', { signal }),
    enabled: isEnabled,
  });
  const unfinished = leftUploads(read.data?.value ?? [], transfers);

  const discard = async (upload: UnfinishedUpload) => {
    if (!(await discardUpload(upload)))
      toast.error('The upload was not discarded', { description: 'Check the connection and try again.' });
    await queryClient.invalidateQueries({ queryKey: unfinishedKey });
  };
  return { unfinished, discard, read };
}
