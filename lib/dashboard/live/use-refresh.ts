'use client';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshRound } from './refresh-round.ts';

/** Returns what reads again what is shown below a key, for `useLive`: no change is lost to a read that is under way. */
export function useRefresh(queryKey: QueryKey): () => void {
  const queryClient = useQueryClient();
  const [refresh] = useState(() => refreshRound(queryClient));
  return () => void refresh(queryKey);
}
