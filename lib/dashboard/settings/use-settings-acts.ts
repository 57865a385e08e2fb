'use client';
import { useState } from 'react';
import { toast } from '@/components/ui/toast.ts';
import type { ActionResult } from '../access/perform-action.ts';
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
    /** Resolves with what went wrong. When nothing did, closes the dialog, says what is done and reads the list again. */
    async finish<Value>(
      act: () => Promise<ActionResult<Value>>,
      told: { title: string; of: string },
      take?: (value: Value) => void,
    ): Promise<DashboardProblem | undefined> {
      const answer = await withProof(act);
      if (!answer.ok) return answer.problem;
      take?.(answer.value);
      close();
      toast.success(told.title, { description: told.of });
      await readAgain();
      return undefined;
    },
  };
}
