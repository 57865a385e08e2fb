'use client';
import { Lock } from 'lucide-react';
import { boundsInWords, useBounds } from '@/components/ui/bounds.tsx';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { Link } from '@/components/ui/link.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';

/** In place of the page of a store that the operator does not reach, whether or not there is one. */
export function StoreOutsideBounds({ storeName }: { storeName: string }) {
  return (
    <div className="p-3 sm:p-4">
      <PageHeader title={storeName} />
      <EmptyState
        icon={Lock}
        title="This store is outside of your bounds"
        className="py-24"
        action={
          <Button asChild variant="primary">
            <Link href="/state">All stores</Link>
          </Button>
        }
      >
        <span className="break-all font-mono text-xs">{storeName}</span>
        <br />
        You reach a part of the deployment: {boundsInWords(useBounds())}.
      </EmptyState>
    </div>
  );
}

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
