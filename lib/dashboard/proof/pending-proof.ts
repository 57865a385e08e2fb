'use client';
import { sharedValue, useSharedValue } from '@/components/ui/shared-value.ts';

type Pending = { isProven: Promise<boolean>; settle: (isProven: boolean) => void };

const pending = sharedValue<Pending | undefined>(undefined);

/** Asks the operator for a fresh proof, in a dialog. Resolves with whether it was given. Calls at the same time share one. */
export function askForProof(): Promise<boolean> {
  const asked = pending.get();
  if (asked !== undefined) return asked.isProven;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  pending.set({ isProven: promise, settle: resolve });
  return promise;
}

/** Ends the dialog: the operator has proven who they are, or does not want to. */
export function settleProof(isProven: boolean): void {
  const settled = pending.get();
  pending.set(undefined);
  settled?.settle(isProven);
}

/** Whether the operator is to be asked now. */
export function useIsProofAsked(): boolean {
  return useSharedValue(pending, undefined) !== undefined;
}
