'use client';
import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import { connection } from '@/components/shell/connection.ts';
import { useSharedValue } from '@/components/ui/shared-value.ts';
import { tellReadFailure } from '../problem/tell-failure.ts';
import { fetchTaskPage } from './task-page.ts';
import { growTrail, placeOnTrail, presentTrail } from './task-trail.ts';

/** The way from this task to its neighbours in the list that it was opened from. `search` is kept, such as the tab. */
export function useTrail(id: string, search: () => string) {
  const router = useRouter();
  const trail = useSharedValue(presentTrail, undefined);
  const isReading = useRef(false);
  const step = placeOnTrail(trail, id);

  const goTo = (next: string) => {
    const href = `/tasks/${encodeURIComponent(next)}${search()}`;
    if (connection.isOffline) return connection.setDestination({ href, label: 'The other task' });
    const now = presentTrail.get();
    if (now !== undefined) presentTrail.set({ ...now, place: { ...now.place, currentId: next } });
    // Back leads to the list, not to the task before
    router.replace(href);
  };
  return {
    step,
    href: trail?.href,
    /** Goes to the task before (-1) or after (1), reading a further page of the list where it ends. */
    async walk(by: -1 | 1): Promise<void> {
      const next = by === 1 ? step?.next : step?.previous;
      if (next !== undefined) return goTo(next);
      if (by === -1 || step === undefined || step.place < step.total || trail?.more === undefined) return;
      if (isReading.current) return;
      isReading.current = true;
      try {
        const { state, token, asOf } = trail.more;
        const read = await tellReadFailure('The next tasks could not be read', fetchTaskPage(state, { token, asOf }));
        if (read === undefined) return;
        const grown = growTrail(trail, read.value);
        presentTrail.set(grown);
        const further = placeOnTrail(grown, id)?.next;
        if (further !== undefined) goTo(further);
      } finally {
        isReading.current = false;
      }
    },
  };
}
