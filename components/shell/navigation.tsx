'use client';
import { Lock, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { missingScope } from '@/components/access/missing-scope.ts';
import { cn } from '@/components/ui/class-names.ts';
import { Link } from '@/components/ui/link.tsx';
import { Tooltip } from '@/components/ui/tooltip.tsx';
import { type Destination, destinations, isAt } from './destinations.ts';
import { Mark } from './mark.tsx';

type NavigationLinksProps = {
  /** What the operator may do. A page that needs more is marked: it says only whom to ask. */
  scopes: readonly string[];
  isNarrow?: boolean;
  onNavigate?: () => void;
};

/** The pages. Narrow, it shows icons with their names in tooltips. */
export function NavigationLinks({ scopes, isNarrow = false, onNavigate }: NavigationLinksProps) {
  const pathname = usePathname() ?? '/'; // null only in the Pages Router
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-0.5 px-2">
        {destinations.map((destination) => (
          <li key={destination.href}>
            <NavigationLink
              {...destination}
              closedReason={missingScope(scopes, ...destination.scopes)}
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

type LinkProps = Destination & {
  /** Why the operator may not read the page. */
  closedReason: string | undefined;
  isNarrow: boolean;
  isCurrent: boolean;
  onNavigate: (() => void) | undefined;
};

function NavigationLink({ href, label, icon: Icon, closedReason, isNarrow, isCurrent, onNavigate }: LinkProps) {
  const link = (
    <Link
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={isNarrow ? label : undefined}
      aria-description={closedReason}
      {...(onNavigate === undefined ? {} : { onClick: onNavigate })}
      className={cn(
        'flex h-8 items-center gap-2.5 rounded-md px-2.5 font-medium text-sm',
        isCurrent ? 'bg-selected text-ink' : 'text-muted hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className={cn('size-4 shrink-0', isCurrent && 'text-accent')} />
      {!isNarrow && label}
      {!isNarrow && closedReason !== undefined && <Lock aria-hidden className="ml-auto size-3.5 shrink-0" />}
    </Link>
  );
  if (!isNarrow && closedReason === undefined) return link;
  return (
    <Tooltip content={isNarrow ? [label, closedReason].filter(Boolean).join(': ') : closedReason} side="right">
      {link}
    </Tooltip>
  );
}

/** The navigation beside the page, from tablet width on. */
export function Sidebar({
  scopes,
  isNarrow,
  onNarrow,
  views,
}: Pick<NavigationLinksProps, 'scopes'> & {
  isNarrow: boolean;
  onNarrow: (isNarrow: boolean) => void;
  views: ReactNode;
}) {
  const Icon = isNarrow ? PanelLeftOpen : PanelLeftClose;
  const label = isNarrow ? 'Expand navigation' : 'Collapse navigation';
  return (
    <aside
      aria-label="Navigation"
      className={cn(
        'hidden shrink-0 flex-col border-line border-r bg-sunken md:flex print:hidden!',
        isNarrow ? 'w-[53px]' : 'w-52',
      )}
    >
      <div className={cn('flex h-12 items-center', isNarrow ? 'justify-center' : 'px-4')}>
        <Wordmark isNarrow={isNarrow} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto py-2">
        <NavigationLinks scopes={scopes} isNarrow={isNarrow} />
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
