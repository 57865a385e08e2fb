'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState } from 'react';
import { readPageActions } from '@/components/shell/page-actions.ts';
import { Palette } from '@/components/shell/palette.tsx';
import type { Found, Holders } from '@/components/shell/palette-found.tsx';
import type { Act, PaletteSetting } from '@/components/shell/palette-groups.tsx';
import { useGo } from '@/components/shell/use-go.ts';
import { useScopes } from '../../access/scopes-context.tsx';
import { useSignOut } from '../../access/sign-out.ts';
import { problemOf } from '../../problem/problem.ts';
import { fetchJson } from '../../query/fetch-json.ts';
import { useViews } from '../../view/use-views.ts';

type FindAnythingProps = { settings: readonly PaletteSetting[]; onClose: () => void; onKeys: () => void };

/** Without a connection nothing is asked for, which is no failure of a read. */
const cutOff = 'No connection to the dashboard. Names and ids are searched when it is back.';

/** The palette with what the service finds for its text. */
export function FindAnything({ settings, onClose, onKeys }: FindAnythingProps) {
  const signOut = useSignOut();
  const go = useGo();
  const [text, setText] = useState('');
  const { views } = useViews();
  const [actions] = useState(() => readPageActions());
  const chosen = useRef<Act>(undefined); // it may give the focus to something, so it waits until the palette has given it back
  const [lookedFor, lookFor] = useState('');
  const sought = useDeferredValue(text.trim());
  const { data, error, isFetching, isPaused } = useQuery({
    queryKey: ['palette', sought],
    queryFn: ({ signal }) => fetchJson<Found>(`/api/palette?${new URLSearchParams({ text: sought })}`, { signal }),
    enabled: sought !== '',
    placeholderData: keepPreviousData,
    staleTime: 2_000,
  });
  // What names something is opened. Any other text that is pasted is looked for at once.
  const looks = sought !== '' && sought === lookedFor && data !== undefined;
  const holders = useQuery({
    queryKey: ['palette', 'values', sought],
    queryFn: ({ signal }) =>
      fetchJson<Holders>(`/api/palette?${new URLSearchParams({ text: sought, values: 'true' })}`, { signal }),
    enabled: looks,
    staleTime: 10_000,
    retry: false,
  });
  return (
    <Palette
      text={text}
      onText={setText}
      found={sought === '' ? undefined : data}
      isLooking={isFetching}
      failure={error !== null ? problemOf(error).detail : isPaused ? cutOff : undefined}
      holders={{
        found: looks ? holders.data : undefined,
        isLooking: looks && holders.isFetching,
        failure: looks && holders.error !== null ? problemOf(holders.error).detail : undefined,
        onLook: () => {
          lookFor(sought);
          if (looks && holders.isError) void holders.refetch();
        },
      }}
      onPaste={(pasted) => lookFor(pasted.trim())}
      views={views}
      scopes={useScopes()}
      actions={actions}
      onAct={(act) => {
        chosen.current = act;
        onClose();
      }}
      onClosed={() => chosen.current?.run()}
      settings={settings}
      onGo={(href, label) => {
        onClose();
        go(href, label);
      }}
      onKeys={onKeys}
      onSignOut={signOut}
      onClose={onClose}
    />
  );
}
