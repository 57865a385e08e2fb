'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ResumableUpload } from '#contract';
import type { LeftUpload } from '@/components/blob/transfer.ts';
import { useSharedValue } from '@/components/ui/shared-value.ts';
import { toast } from '@/components/ui/toast.ts';
import type { ListPage } from '../list/page.ts';
import { fetchJson } from '../query/fetch-json.ts';
import { readAgain } from '../query/read-again.ts';
import { forgetNotBegun, leftNotBegun, noneNotBegun, notBegun } from './not-begun.ts';
import { discardUpload, leftUploads } from './unfinished-uploads.ts';
import { readHeldUploads } from './uploads-elsewhere.ts';
import { useTransfers } from './use-transfers.ts';

/** Names them in the cache. */
export const unfinishedKey = ['uploads'];

const lookElsewhereEveryMs = 2_000;

/**
 * The operator's uploads that were begun and left, here or in another browser, and those of this tab that a reload ended
 * before they had begun; without those that go on in this page or in another tab.
 */
export function useUnfinishedUploads({ isEnabled }: { isEnabled: boolean }) {
  const queryClient = useQueryClient();
  const transfers = useTransfers();
  const kept = useSharedValue(notBegun, noneNotBegun);
  const read = useQuery({
    queryKey: unfinishedKey,
    queryFn: ({ signal }) => fetchJson<ListPage<ResumableUpload>>('/api/uploads?maxPageSize=100', { signal }),
    enabled: isEnabled,
  });
  const known = leftUploads(read.data?.value ?? [], transfers);
  const { data: goingOn } = useQuery({
    queryKey: ['uploads-of-all-tabs'],
    queryFn: () => readHeldUploads(navigator.locks),
    enabled: known.length > 0,
    refetchInterval: lookElsewhereEveryMs,
    networkMode: 'always',
  });
  const left = goingOn === undefined ? [] : known.filter(({ uploadId }) => !goingOn.includes(uploadId));
  const before = useRef(goingOn);
  useEffect(() => {
    const hasEnded = before.current?.some((uploadId) => goingOn?.includes(uploadId) === false);
    before.current = goingOn;
    if (hasEnded) void readAgain(queryClient, unfinishedKey); // it is complete now, or left
  }, [goingOn, queryClient]);
  const unfinished: LeftUpload[] = [...left, ...leftNotBegun(kept, [...transfers, ...left])];

  const discard = async (uploads: readonly LeftUpload[]) => {
    const results = await Promise.all(uploads.map(forget));
    if (results.includes(false))
      toast.error('The upload was not discarded', { description: 'Check the connection and try again.' });
    await readAgain(queryClient, unfinishedKey);
  };
  return { unfinished, discard, read };
}

async function forget(upload: LeftUpload): Promise<boolean> {
  if ('uploadId' in upload) return discardUpload(upload);
  forgetNotBegun(upload);
  return true;
}
