'use client';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { cn } from '@/components/ui/class-names.ts';
import { Link } from '@/components/ui/link.tsx';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import { type Destination, destinations, isAt } from './destinations.ts';
import { Mark } from './mark.tsx';

/** The pages. Narrow, it shows icons with their names in tooltips. */
export function NavigationLinks({ isNarrow = false, onNavigate }: { isNarrow?: boolean; onNavigate?: () => void }) {
  const pathname = usePathname() ?? '/'; // null only in the Pages Router
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-0.5 px-2">
        {destinations.map((destination) => (
          <li key={destination.href}>
            <NavigationLink
              {...destination}
              isNarrow={isNarrow}
              isCurrent={isAt(destination.href, pathname)}
              onNavigate={onNavigate}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type LinkProps = Destination & { isNarrow: boolean; isCurrent: boolean; onNavigate: (() => void) | undefined };

function NavigationLink({ href, label, icon: Icon, isNarrow, isCurrent, onNavigate }: LinkProps) {
  const link = (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={isNarrow ? label : undefined}
      {...(onNavigate === undefined ? {} : { onClick: onNavigate })}
      className={cn(
        'flex h-8 items-center gap-2.5 rounded-md px-2.5 font-medium text-sm',
        isCurrent ? 'bg-selected text-ink' : 'text-muted hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className={cn('size-4 shrink-0', isCurrent && 'text-accent')} />
      {!isNarrow && label}
    </Link>
  );
  if (!isNarrow) return link;
  return (
    <Tooltip content={label} side="right">
      {link}
    </Tooltip>
  );
}

/** The navigation beside the page, from tablet width on. */
export function Sidebar({
  isNarrow,
  onNarrow,
  views,
}: {
  isNarrow: boolean;
  onNarrow: (isNarrow: boolean) => void;
  views: ReactNode;
}) {
  const Icon = isNarrow ? PanelLeftOpen : PanelLeftClose;
  const label = isNarrow ? 'Expand navigation' : 'Collapse navigation';
  return (
    <aside
      aria-label="Navigation"
      className={cn('hidden shrink-0 flex-col border-line border-r bg-sunken md:flex', isNarrow ? 'w-[53px]' : 'w-52')}
    >
      <div className={cn('flex h-12 items-center', isNarrow ? 'justify-center' : 'px-4')}>
        <Wordmark isNarrow={isNarrow} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto py-2">
        <NavigationLinks isNarrow={isNarrow} />
        {!isNarrow && views}
      </div>
      <div className="p-2">
        <Tooltip content={label} side="right">
          <button
            type="button"
            aria-label={label}
            aria-expanded={!isNarrow}
            onClick={() => onNarrow(!isNarrow)}
            className="flex h-8 w-full items-center gap-2.5 rounded-md px-2.5 text-muted text-sm hover:bg-hover hover:text-ink"
          >
            <Icon aria-hidden className="size-4 shrink-0" />
            {!isNarrow && <span className="flex-1 text-left">Collapse</span>}
          </button>
        </Tooltip>
      </div>
    </aside>
  );
}

/** The product's name, which leads home. */
function Wordmark({ isNarrow = false }: { isNarrow?: boolean }) {
  return (
    <Link href="/" aria-label="Taskdeck, to the overview" className="flex items-center gap-2 rounded">
      <Mark />
      {!isNarrow && <span className="font-semibold text-base tracking-tight">Taskdeck</span>}
    </Link>
  );
}
