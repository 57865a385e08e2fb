'use client';
import { SearchX } from 'lucide-react';
import { useBounds } from '@/components/ui/bounds.tsx';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { Link } from '@/components/ui/link.tsx';

/** No such cause. */
export default function ErrorGroupNotFound() {
  const isNarrowed = useBounds() !== undefined;
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={SearchX}
        title="No such error"
        className="py-24"
        action={
          <Button asChild variant="primary">
            <Link href="/errors">All errors</Link>
          </Button>
        }
      >
        A cause appears a second or two after its first failure, and is kept for 90 days after its last one.
        {isNarrowed && ' Causes outside of your bounds are not shown.'}
      </EmptyState>
    </>
  );
}
