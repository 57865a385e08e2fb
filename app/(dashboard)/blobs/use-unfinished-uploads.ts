'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ResumableUpload } from '#contract';
import { isAmong, type UnfinishedUpload } from '@/components/blob/transfer.ts';
import { toast } from '@/components/ui/toast.ts';
import { fetchJson } from '@/lib/dashboard/fetch-json.ts';
import type { ListPage } from '@/lib/dashboard/page.ts';
import { useTransfers } from './use-transfers.ts';

/** Names them in the cache. */
export const unfinishedKey = ['uploads'];

/** The operator's uploads that were begun and left, here or in another browser; without those that go on in this page. */
export function useUnfinishedUploads({ isEnabled }: { isEnabled: boolean }) {
  const queryClient = useQueryClient();
  const transfers = useTransfers();
  const { data } = useQuery({
    queryKey: unfinishedKey,
    queryFn: ({ signal }) => fetchJson<ListPage<ResumableUpload>>('/api/uploads?maxPageSize=100', { signal }),
    enabled: isEnabled,
  });
  const unfinished = (data?.value ?? []).filter((upload) => upload.result === undefined && !isAmong(transfers, upload));

  const discard = async ({ uploadId }: UnfinishedUpload) => {
    const answer = await fetch(`/api/uploads/${encodeURIComponent(uploadId)}`, {
      method: 'DELETE',
      headers: { 'Tus-Resumable': '1.0.0' },
    }).catch(() => undefined);
    if (answer === undefined || (!answer.ok && answer.status !== 404 && answer.status !== 410))
      toast.error('The upload was not discarded', { description: 'Check the connection and try again.' });
    await queryClient.invalidateQueries({ queryKey: unfinishedKey });
  };
  return { unfinished, discard };
}
