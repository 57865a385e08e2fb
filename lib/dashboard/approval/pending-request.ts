'use client';
import { sharedValue, useSharedValue } from '@/components/ui/shared-value.ts';
import type { ActionResult } from '../access/perform-action.ts';
import type { DashboardProblem } from '../problem/problem.ts';

/** Asks another person for an act, with a reason. */
export type AskFor = (reason: string) => Promise<ActionResult<unknown>>;

/** What became of a request: it was sent, or the operator sent none, or what it is for has changed since it was shown. */
type Asked = 'sent' | 'not sent' | DashboardProblem;

type Pending = { ask: AskFor; settle: (asked: Asked) => void };

const pending = sharedValue<Pending | undefined>(undefined);

/** Lets the operator ask another person for an act, in a dialog. Resolves with what became of it. */
export function askSecondPerson(ask: AskFor): Promise<Asked> {
  settleRequest('not sent');
  const { promise, resolve } = Promise.withResolvers<Asked>();
  pending.set({ ask, settle: resolve });
  return promise;
}

/** Ends the dialog. */
export function settleRequest(asked: Asked): void {
  const settled = pending.get();
  pending.set(undefined);
  settled?.settle(asked);
}

/** What the operator is to give a reason for now. */
export function usePendingRequest(): AskFor | undefined {
  return useSharedValue(pending, undefined)?.ask;
}
