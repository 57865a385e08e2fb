'use client';
import { useSyncExternalStore } from 'react';
import type { ActionResult } from '../access/perform-action.ts';

/** Asks another person for an act, with a reason. */
export type AskFor = (reason: string) => Promise<ActionResult<unknown>>;

type Pending = { ask: AskFor; settle: (isAsked: boolean) => void };

let pending: Pending | undefined;
const listeners = new Set<() => void>();

/** Lets the operator ask another person for an act, in a dialog. Resolves with whether the operator did. */
export function askSecondPerson(ask: AskFor): Promise<boolean> {
  settleRequest(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  pending = { ask, settle: resolve };
  tell();
  return promise;
}

/** Ends the dialog. */
export function settleRequest(isAsked: boolean): void {
  const settled = pending;
  pending = undefined;
  tell();
  settled?.settle(isAsked);
}

/** What the operator is to give a reason for now. */
export function usePendingRequest(): AskFor | undefined {
  return useSyncExternalStore(
    subscribe,
    () => pending?.ask,
    () => undefined,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
