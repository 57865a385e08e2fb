'use client';
import { useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { RevealNotice } from '@/components/reveal/reveal-notice.tsx';
import type { RevealPlace } from '@/components/reveal/reveal-view.ts';
import { partLoader } from '@/components/shell/part-loader.ts';
import { Button } from '@/components/ui/button.tsx';
import { useMay } from '../../access/scopes-context.tsx';
import { tellFailure } from '../../problem/tell-failure.ts';
import { withProof } from '../../proof/with-proof.ts';
import { createReveal, endReveal } from '../actions.ts';
import type { useReveals } from '../use-reveals.ts';

const RevealDialog = dynamic(
  partLoader(() => import('@/components/reveal/reveal-dialog.tsx').then((loaded) => loaded.RevealDialog)),
  { ssr: false },
);

type HiddenValuesProps = { place: RevealPlace; found: ReturnType<typeof useReveals>; hasHidden: boolean };

/** The hidden values of an entry or run: who sees them, and how the operator can. */
export function HiddenValues({ place, found, hasHidden }: HiddenValuesProps) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const seesAll = useMay('sensitive/read').may;
  const { reason } = useMay('sensitive/reveal');
  const { key, reveals, own } = found;
  const what = 'store' in place ? 'entry' : 'run';
  const lookAgain = () => queryClient.invalidateQueries({ queryKey: key });

  const reveal = async (why: string) => {
    const target =
      'store' in place ? { storeName: place.store, id: place.id } : { taskId: place.task, runCount: place.run };
    const answer = await withProof(() => createReveal({ target, reason: why }));
    if (!answer.ok) return answer.problem;
    await lookAgain();
    setAsking(false);
    return undefined;
  };
  const hide = async (id: string) => {
    queryClient.removeQueries({ queryKey: ['revealed', id] });
    await tellFailure('The values were not hidden', endReveal({ id }));
    await lookAgain();
  };

  return (
    <>
      <RevealNotice {...{ what, reveals, own }} onHide={() => own !== undefined && void hide(own.id)}>
        {hasHidden && !seesAll ? (
          <Button size="sm" onClick={() => setAsking(true)} disabledReason={reason}>
            Reveal…
          </Button>
        ) : undefined}
      </RevealNotice>
      {isAsking && <RevealDialog what={what} onReveal={reveal} onClose={() => setAsking(false)} />}
    </>
  );
}
