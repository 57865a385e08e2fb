'use client';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Scope } from '#contract';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { useMay } from '../../access/scopes-context.tsx';

type ReadableTabProps = {
  scope: Scope;
  /** What it shows: "the audit trail". */
  what: string;
  icon: LucideIcon;
  children: ReactNode;
};

/** A tab whose reads need a scope. Without it, the tab says so, and the service is asked for nothing. */
export function ReadableTab({ scope, what, icon, children }: ReadableTabProps) {
  const { may, reason } = useMay(scope);
  if (may) return children;
  return (
    <EmptyState icon={icon} title={`You cannot read ${what}`}>
      {reason}
    </EmptyState>
  );
}
