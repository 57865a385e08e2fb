'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type Found, Palette } from '@/components/shell/palette.tsx';
import { useGo } from '@/components/shell/use-go.ts';
import { signOutHere } from '../../access/sign-out.ts';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';

/** The palette with what the service finds for its text. */
export function FindAnything({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const go = useGo();
  const [text, setText] = useState('');
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
      onGo={(href) => {
        onClose();
        go(href);
      }}
      onKeys={onKeys}
      onSignOut={() => void signOutHere()}
      onClose={onClose}
    />
  );
}
