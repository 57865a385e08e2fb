'use client';
import { useState } from 'react';
import { toast } from '@/components/ui/toast.ts';
import type { ActionResult } from '../access/perform-action.ts';
import type { AskFor } from '../approval/pending-request.ts';
import { isAsked, withApproval } from '../approval/with-approval.ts';
import type { DashboardProblem } from '../problem/problem.ts';
import { withProof } from '../proof/with-proof.ts';

/** What a page of settings is asked to do, in a dialog, and how it goes on when that is done. */
export function useSettingsActs<Doing>(readAgain: () => Promise<void>) {
  const [doing, begin] = useState<Doing>();
  const close = () => begin(undefined);
  return {
    doing,
    begin,
    close,
    /**
     * Resolves with what went wrong. When nothing did, closes the dialog, says what is done and reads the list again. `ask`
     * asks another person where it waits for one, which closes the dialog, too.
     */
    async finish<Value>(
      act: () => Promise<ActionResult<Value>>,
      told: { title: string; of: string },
      take?: (value: Value) => void,
      ask?: AskFor,
    ): Promise<DashboardProblem | undefined> {
      const answer = await (ask === undefined ? withProof(act) : withApproval(act, ask));
      if (isAsked(answer)) {
        close();
        return undefined;
      }
      if (!answer.ok) return answer.problem;
      await readAgain(); // a form that is opened next is filled from what is there now
      take?.(answer.value);
      close();
      toast.success(told.title, { description: told.of });
      return undefined;
    },
  };
}
