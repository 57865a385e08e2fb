'use client';
import { useState } from 'react';
import type { ShownProblem } from './error-state.tsx';
import { problemOfTry } from './outcome-title.ts';
import { whyUnanswered } from './unreachable.ts';

/** What a request of a form is answered. */
export type SendAnswer = { ok: true } | { ok: false; problem: ShownProblem };

/** Sends the request of a form: whether it is under way, and what went wrong, until it is sent again. */
export function useSend() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ShownProblem>();
  /** Resolves with whether it succeeded. */
  const send = async (request: () => Promise<SendAnswer>): Promise<boolean> => {
    setBusy(true);
    setProblem(undefined);
    const answer = await request().catch((error: unknown) => ({ ok: false, problem: whyUnanswered(error) }) as const);
    if (!answer.ok) setProblem(problemOfTry(problem, answer.problem));
    setBusy(false);
    return answer.ok;
  };
  return { isBusy, problem, send };
}
