'use client';
import { Link } from '@/components/ui/link.tsx';
import { cn } from './class-names.ts';
import { showPresent } from './show-present.ts';

type View = { name: string; filter: string };

/** Named filters of a list as links. */
export function ViewTabs({
  views,
  filter,
  pathOf,
}: {
  views: readonly View[];
  /** The present filter. */
  filter: string;
  pathOf: (filter: string) => string;
}) {
  return (
    <nav ref={showPresent} aria-label="Views" className="sideways flex min-w-0 flex-1 gap-1 px-2">
      {views.map((view) => {
        const isPresent = view.filter === filter;
        return (
          <Link
            key={view.name}
            href={pathOf(view.filter)}
            aria-current={isPresent ? 'page' : undefined}
            title={view.filter}
            className={cn(
              'flex h-10 shrink-0 items-center border-transparent border-b-2 px-2 font-medium text-muted text-sm hover:text-ink focus-visible:-outline-offset-2',
              isPresent && 'border-accent text-ink',
            )}
          >
            {view.name}
          </Link>
        );
      })}
    </nav>
  );
}
