'use client';
import { Lock } from 'lucide-react';
import type { Scope } from '#contract';
import { boundsInWords, useBounds } from '@/components/ui/bounds.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';

/** In place of a page that the operator may not read. */
export function MissingScope({ scope, page }: { scope: Scope; page: string }) {
  const bounds = useBounds();
  return (
    <div className="p-3 sm:p-4">
      <PageHeader title={page} />
      <EmptyState icon={Lock} title="You do not have access to this page" className="py-24">
        You need the scope <code className="font-mono">{scope}</code>. An operator who manages operators can grant it.
        It applies after the next sign-in at the latest.
        {bounds !== undefined &&
          ` You reach ${boundsInWords(bounds)}. Pages about the whole deployment are not shown to you.`}
      </EmptyState>
    </div>
  );
}
