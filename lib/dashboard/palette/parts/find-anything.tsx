'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { readPageActions } from '@/components/shell/page-actions.ts';
import { type Found, Palette, type PaletteSetting } from '@/components/shell/palette.tsx';
import { useGo } from '@/components/shell/use-go.ts';
import { signOutHere } from '../../access/sign-out.ts';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { useViews } from '../../view/use-views.ts';

type FindAnythingProps = { settings: readonly PaletteSetting[]; onClose: () => void; onKeys: () => void };

/** The palette with what the service finds for its text. */
export function FindAnything({ settings, onClose, onKeys }: FindAnythingProps) {
  const go = useGo();
  const [text, setText] = useState('');
  const { views } = useViews();
  const [actions] = useState(() => readPageActions());
  const sought = useDeferredValue(text.trim());
  const { data, error, isFetching } = useQuery({
    queryKey: ['palette', sought],
    queryFn: ({ signal }) => fetchJson<Found>(`/api/palette?${new URLSearchParams({ text: sought })}`, { signal }),
    enabled: sought !== '',
    placeholderData: keepPreviousData,
    staleTime: 2_000,
  });
  return (
    <Palette
      text={text}
      onText={setText}
      found={sought === '' ? undefined : data}
      isLooking={isFetching}
      failure={error === null ? undefined : problemOf(error).detail}
      views={views}
      actions={actions}
      onAct={(action) => {
        onClose();
        // after the palette has given the focus back
        setTimeout(action.run);
      }}
      settings={settings}
      onGo={(href, label) => {
        onClose();
        go(href, label);
      }}
      onKeys={onKeys}
      onSignOut={() => void signOutHere()}
      onClose={onClose}
    />
  );
}
