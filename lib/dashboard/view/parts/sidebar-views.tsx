'use client';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';
import type { MatchCount } from '#contract';
import { laterPart } from '@/components/shell/later-part.ts';
import { viewParam } from '@/components/view/view-address.ts';
import { ViewLinks } from '@/components/view/view-links.tsx';
import { fetchJson } from '../../query/fetch-json.ts';
import { useViews } from '../use-views.ts';
import { viewCountsKey } from '../view-keys.ts';

const ManageViews = laterPart(() => import('./view-dialogs.tsx').then((loaded) => loaded.ManageViews));

/** How often views are counted while they are seen. */
const countEveryMs = 30_000;

/** The views in the navigation. They are counted while they are on the screen, all in one request. */
export function SidebarViews({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const { views } = useViews();
  const openId = useSearchParams()?.get(viewParam) ?? null;
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const isSeen = useIsSeen(place);
  const [isManaging, setManaging] = useState(false);
  const { data: counts = {} } = useQuery({
    queryKey: viewCountsKey,
    queryFn: ({ signal }) => fetchJson<Record<string, MatchCount>>('/api/views/counts', { signal }),
    enabled: isSeen && views.some(({ list }) => list !== 'logs'),
    refetchInterval: countEveryMs,
  });
  return (
    <>
      {views.length > 0 && (
        <ViewLinks
          ref={setPlace}
          views={views}
          counts={counts}
          openId={openId}
          onManage={() => setManaging(true)}
          onNavigate={onNavigate}
        />
      )}
      {isManaging && <ManageViews onClose={() => setManaging(false)} />}
    </>
  );
}

function useIsSeen(place: HTMLElement | null): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (place === null) return;
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting === true));
    observer.observe(place);
    return () => observer.disconnect();
  }, [place]);
  return isSeen;
}
