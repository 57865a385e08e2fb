'use client';
import { createContext, type ReactNode, use } from 'react';
import { type Bounds, boundKinds } from '#contract';
import { cn } from './class-names.ts';

const Context = createContext<Bounds | undefined>(undefined);

/** Tells everything below it what the signed-in operator reaches. The service decides; this only explains beforehand. */
export function BoundsProvider({ bounds, children }: { bounds: Bounds | undefined; children: ReactNode }) {
  return <Context value={bounds}>{children}</Context>;
}

/** What the operator reaches of tasks and stores; `undefined`: everything. */
export function useBounds(): Bounds | undefined {
  return use(Context);
}

/** Says on a page that it is narrowed, and to what. Nothing for an operator who reaches everything. */
export function BoundsNote({ className }: { className?: string }) {
  const bounds = useBounds();
  if (bounds === undefined) return null;
  return (
    <p className={cn('text-muted text-xs [overflow-wrap:anywhere]', className)}>You see {boundsInWords(bounds)}</p>
  );
}

/** A sentence that says that there is nothing. For an operator with bounds it says so of these bounds alone. */
export function useWithinBounds(sentence: string): string {
  return useBounds() === undefined ? sentence : `${sentence} within your bounds`;
}

/** `types billing.* · stores billing-*` */
export function boundsInWords(bounds: Bounds | undefined): string {
  const kinds = boundKinds.filter((kind) => bounds?.[kind] !== undefined);
  if (kinds.length === 0) return 'everything';
  return kinds.map((kind) => `${kind} ${bounds?.[kind]?.join(', ') || 'none'}`).join(' · ');
}
