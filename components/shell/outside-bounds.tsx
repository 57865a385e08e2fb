'use client';
import { Lock } from 'lucide-react';
import { boundsInWords, useBounds } from '@/components/ui/bounds.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';

/** In place of a page about all tasks and stores, to an operator who reaches a part of them. */
export function OutsideBounds({ page }: { page: string }) {
  return (
    <div className="p-3 sm:p-4">
      <PageHeader title={page} />
      <EmptyState icon={Lock} title="This page is about the whole deployment" className="py-24">
        You reach a part of it: {boundsInWords(useBounds())}. An operator who reaches everything can open this page.
      </EmptyState>
    </div>
  );
}
