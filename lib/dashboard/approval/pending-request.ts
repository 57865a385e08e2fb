'use client';
import { sharedValue, useSharedValue } from '@/components/ui/shared-value.ts';
import type { ActionResult } from '../access/perform-action.ts';

/** Asks another person for an act, with a reason. */
export type AskFor = (reason: string) => Promise<ActionResult<unknown>>;

type Pending = { ask: AskFor; settle: (isAsked: boolean) => void };

const pending = sharedValue<Pending | undefined>(undefined);

/** Lets the operator ask another person for an act, in a dialog. Resolves with whether the operator did. */
export function askSecondPerson(ask: AskFor): Promise<boolean> {
  settleRequest(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  pending.set({ ask, settle: resolve });
  return promise;
}

/** Ends the dialog. */
export function settleRequest(isAsked: boolean): void {
  const settled = pending.get();
  pending.set(undefined);
  settled?.settle(isAsked);
}

/** What the operator is to give a reason for now. */
export function usePendingRequest(): AskFor | undefined {
  return useSharedValue(pending, undefined)?.ask;
}
