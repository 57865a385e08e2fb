'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useRef } from 'react';
import { toast } from '@/components/ui/toast.ts';
import { changedRights } from './changed-rights.ts';
import { onRefusedRight } from './refused-right.ts';

type Rights = {
  /** What the page was drawn for, as `rightsOf` writes it. */
  ofPage: string;
  /** What the live stream told last. */
  told: string | undefined;
  scopes: readonly string[];
};

/** Nobody waits for it, so it stays longer than the answer to an act. */
const shownForMs = 30_000;

/**
 * Draws the page again when its operator may do something else than what it was drawn for: what the live stream tells, and
 * when a read is refused for a right. Says then what has changed, and reads again what the page shows.
 */
export function useFollowedRights({ ofPage, told, scopes }: Rights): void {
  const router = useRouter();
  const queries = useQueryClient();
  const refreshedFor = useRef<string>(undefined);
  const refresh = useEffectEvent(() => router.refresh());
  useEffect(() => {
    if (told !== undefined && told !== ofPage) refresh();
  }, [told, ofPage]);
  const refused = useEffectEvent(() => {
    if (refreshedFor.current === ofPage) return; // what is refused to the rights that the page knows stays refused
    refreshedFor.current = ofPage;
    refresh();
  });
  useEffect(() => onRefusedRight(() => refused()), []);
  const before = useRef({ ofPage, scopes });
  useEffect(() => {
    const { current: last } = before;
    before.current = { ofPage, scopes };
    if (last.ofPage === ofPage) return;
    const { title, description, isLess } = changedRights(last.scopes, scopes);
    toast[isLess ? 'error' : 'success'](title, { id: title, description, duration: shownForMs });
    void queries.invalidateQueries(); // what was read with other rights
  }, [ofPage, scopes, queries]);
}
