import { SearchX } from 'lucide-react';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { Link } from '@/components/ui/link.tsx';

/** An address that leads nowhere, or no longer. The palette is there only inside the shell. */
export function NothingHere({ hasPalette = true }: { hasPalette?: boolean }) {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={SearchX}
        title="There is nothing at this address"
        className="py-24"
        action={
          <>
            <Button asChild>
              <Link href="/">Overview</Link>
            </Button>
            <Button asChild>
              <Link href="/tasks">Tasks</Link>
            </Button>
          </>
        }
      >
        It may have been deleted, or the link is incomplete.{hasPalette && ' Press Ctrl K to open any id.'}
      </EmptyState>
    </>
  );
}
