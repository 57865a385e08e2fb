'use client';
import { createContext, type ReactNode, use } from 'react';
import type { Scope } from '#contract';
import { missingScope } from '@/components/access/missing-scope.ts';

const Context = createContext<readonly string[]>([]);

/** Tells everything below it what the signed-in operator may do. The service decides; this only explains beforehand. */
export function ScopesProvider({ scopes, children }: { scopes: readonly string[]; children: ReactNode }) {
  return <Context value={scopes}>{children}</Context>;
}

/** The operator's scopes as suffixes (`tasks/update`). */
export function useScopes(): readonly string[] {
  return use(Context);
}

/** Whether the operator may do something that needs this scope, and the words for a disabled control when not. */
export function useMay(scope: Scope): { may: boolean; reason: string | undefined } {
  const reason = missingScope(use(Context), scope);
  return { may: reason === undefined, reason };
}
