'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Approval, RevealTarget } from '#contract';
import { approvalPath } from '@/components/approval/approval-path.ts';
import { RevealNotice } from '@/components/reveal/reveal-notice.tsx';
import type { RevealPlace } from '@/components/reveal/reveal-view.ts';
import { RevealWays } from '@/components/reveal/reveal-ways.tsx';
import { laterPart } from '@/components/shell/later-part.ts';
import { useSendOnce } from '@/components/ui/use-send-once.ts';
import { useMay } from '../../access/scopes-context.tsx';
import { askForApproval } from '../../approval/actions.ts';
import { approvalsKey, useApprovals } from '../../approval/use-approvals.ts';
import { tellFailure } from '../../problem/tell-failure.ts';
import { withProof } from '../../proof/with-proof.ts';
import { readAgain } from '../../query/read-again.ts';
import { createReveal, endReveal } from '../actions.ts';
import type { useReveals } from '../use-reveals.ts';

const RevealDialog = laterPart(() =>
  import('@/components/reveal/reveal-dialog.tsx').then((loaded) => loaded.RevealDialog),
);

type HiddenValuesProps = { place: RevealPlace; found: ReturnType<typeof useReveals>; hasHidden: boolean };

/** The hidden values of an entry or run: who sees them, and how the operator can. */
export function HiddenValues({ place, found, hasHidden }: HiddenValuesProps) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const sendOnce = useSendOnce();
  const isBlind = !useMay('sensitive/read').may && hasHidden;
  const mayReveal = useMay('sensitive/reveal').may;
  const { approvals, problem: unread } = useApprovals({ isEnabled: isBlind });
  const { key, reveals, own } = found;
  const target: RevealTarget =
    'store' in place ? { storeName: place.store, id: place.id } : { taskId: place.task, runCount: place.run };
  const what = 'store' in place ? 'entry' : 'run';
  const asked = approvals?.find(({ isOwn, target: of }) => isOwn && of && approvalPath(of) === approvalPath(target));

  const lookAgain = () => readAgain(queryClient, key, approvalsKey);
  const begin = async (reason: string) => {
    const ask = () => {
      const approval = { operation: 'CreateReveal' as const, target, reason };
      return withProof(() => sendOnce({ approval }, askForApproval));
    };
    const made = mayReveal
      ? await withProof(() => sendOnce({ reveal: { target, reason } }, createReveal))
      : await ask();
    const answer = !made.ok && made.problem.code === 'ApprovalRequired' ? await ask() : made;
    if (!answer.ok) return answer.problem;
    await lookAgain();
    setOpen(false);
    return undefined;
  };
  const use = async ({ id }: Approval) => {
    const act = withProof(() => sendOnce({ reveal: { approvalId: id } }, createReveal));
    await tellFailure('The values were not revealed', act);
    await lookAgain();
  };
  const hide = async (id: string) => {
    queryClient.removeQueries({ queryKey: ['revealed', id] });
    await tellFailure('The values were not hidden', endReveal({ id }));
    await lookAgain();
  };

  return (
    <>
      <RevealNotice {...{ what, reveals, own }} onHide={() => own !== undefined && void hide(own.id)}>
        {isBlind && (mayReveal || approvals !== undefined || unread !== undefined) ? (
          <RevealWays
            {...{ mayReveal, asked }}
            onBegin={() => setOpen(true)}
            onUse={(approval) => void use(approval)}
          />
        ) : undefined}
      </RevealNotice>
      {isOpen && <RevealDialog what={what} isAsked={!mayReveal} onReveal={begin} onClose={() => setOpen(false)} />}
    </>
  );
}
