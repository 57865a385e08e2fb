import { Lock } from 'lucide-react';
import type { Scope } from '#contract';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { PageHeader } from '@/components/ui/page-header.tsx';

/** In place of a page that the operator may not read. */
export function MissingScope({ scope, page }: { scope: Scope; page: string }) {
  return (
    <div className="p-3 sm:p-4">
      <PageHeader title={page} />
      <EmptyState icon={Lock} title="You may not read this page" className="py-24">
        It takes the scope <code className="font-mono">{scope}</code>. Whoever manages operators can give it to you; it
        holds from the next sign-in, at the latest.
      </EmptyState>
    </div>
  );
}
