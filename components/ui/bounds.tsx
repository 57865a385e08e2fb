'use client';
import { createContext, type ReactNode, use } from 'react';
import { type Bounds, boundKinds } from '#contract';

const Context = createContext<Bounds | undefined>(undefined);

/** Tells everything below it what the signed-in operator reaches. The service decides; this only explains beforehand. */
export function BoundsProvider({ bounds, children }: { bounds: Bounds | undefined; children: ReactNode }) {
  return <Context value={bounds}>{children}</Context>;
}

/** What the operator reaches of tasks and stores; `undefined`: everything. */
export function useBounds(): Bounds | undefined {
  return use(Context);
}

/** Says above a list that it is narrowed, and to what. Nothing for an operator who reaches everything. */
export function BoundsNote() {
  const bounds = useBounds();
  if (bounds === undefined) return null;
  return <p className="px-3 pb-2 text-muted text-xs [overflow-wrap:anywhere]">You see {boundsInWords(bounds)}</p>;
}

/** `types billing.* · stores billing-*` */
export function boundsInWords(bounds: Bounds | undefined): string {
  const kinds = boundKinds.filter((kind) => bounds?.[kind] !== undefined);
  if (kinds.length === 0) return 'everything';
  return kinds.map((kind) => `${kind} ${bounds?.[kind]?.join(', ') || 'none'}`).join(' · ');
}
