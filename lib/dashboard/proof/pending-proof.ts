'use client';
import { useSyncExternalStore } from 'react';

type Pending = { isProven: Promise<boolean>; settle: (isProven: boolean) => void };

let pending: Pending | undefined;
const listeners = new Set<() => void>();

/** Asks the operator for a fresh proof, in a dialog. Resolves with whether it was given. Calls at the same time share one. */
export function askForProof(): Promise<boolean> {
  if (pending === undefined) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    pending = { isProven: promise, settle: resolve };
    tell();
  }
  return pending.isProven;
}

/** Ends the dialog: the operator has proven who they are, or does not want to. */
export function settleProof(isProven: boolean): void {
  const settled = pending;
  pending = undefined;
  tell();
  settled?.settle(isProven);
}

/** Whether the operator is to be asked now. */
export function useIsProofAsked(): boolean {
  return useSyncExternalStore(subscribe, isAsked, () => false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isAsked(): boolean {
  return pending !== undefined;
}

function tell(): void {
  for (const listener of listeners) listener();
}
