'use client';
import { ChevronRight } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { settingsPages } from '@/components/access/settings-pages.ts';
import { cn } from '@/components/ui/class-names.ts';
import { Link } from '@/components/ui/link.tsx';
import { shortenId } from '@/components/ui/shorten-id.ts';
import { useCrumbNames } from './crumb-names.ts';
import { destinations } from './destinations.ts';

type Crumb = {
  href: string;
  label: string;
  isId: boolean;
  /** Whether it is the name of a record. */
  isName?: true;
};

/** The lists of what has an id and a name. */
const listsOfNamed = ['tasks', 'schedules', 'errors', 'operations', 'alerts'];

/** Returns where a path is, from the overview down. The last crumb is left out while the page's name is not known. */
export function crumbsOf(pathname: string, names: ReadonlyMap<string, string>): Crumb[] {
  const parts = pathname.split('/').filter((part) => part !== '');
  const isNamed = listsOfNamed.includes(parts[0] ?? '');
  const crumbs = parts.map((part, depth): Crumb => {
    const href = `/${parts.slice(0, depth + 1).join('/')}`;
    const known = destinations.find((destination) => destination.href === href)?.label;
    if (known !== undefined) return { href, label: known, isId: false };
    const setting = settingsPages.find((page) => page.href === href)?.label;
    if (setting !== undefined) return { href, label: setting, isId: false };
    if (part === 'compare' && depth === 2) return { href, label: 'Compare', isId: false };
    if (href === '/namespaces') return { href, label: 'Isolated stores', isId: false };
    if (href === '/copy') return { href, label: 'Open a copy', isId: false };
    if (href === '/tasks/new') return { href, label: 'New task', isId: false };
    if (href === '/schedules/new') return { href, label: 'New schedule', isId: false };
    const id = decodeURIComponent(part);
    const name = isNamed ? names.get(id) : undefined;
    return name === undefined ? { href, label: id, isId: true } : { href, label: name, isId: false, isName: true };
  });
  return isNamed && parts.length === 2 && crumbs[1]?.isId ? crumbs.slice(0, 1) : crumbs;
}

export function Breadcrumbs() {
  const pathname = usePathname() ?? '/';
  const crumbs = crumbsOf(pathname, useCrumbNames());
  return (
    <nav aria-label="Breadcrumb" className="min-w-0 flex-1">
      <ol className="flex min-w-0 items-center gap-1 text-sm">
        {crumbs.length === 0 && (
          <li aria-current="page" className="truncate font-medium">
            Overview
          </li>
        )}
        {crumbs.map((crumb, at) => {
          const isLast = crumb.href === pathname;
          const label = crumb.isId ? shortenId(crumb.label, 22) : crumb.label;
          return (
            <li key={crumb.href} className={cn('flex items-center gap-1', placeOf(crumb, at, crumbs.length))}>
              {at > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint" />}
              {isLast ? (
                <span
                  aria-current="page"
                  title={crumb.label}
                  className={crumb.isId ? 'truncate font-mono text-xs' : 'truncate-name font-medium'}
                >
                  {label}
                </span>
              ) : (
                <Link href={crumb.href} title={crumb.label} className="truncate rounded text-muted hover:text-ink">
                  {label}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** On a phone the list and the page have the room. The list keeps its name whole. A page shows the name of its record itself. */
function placeOf({ isName }: Crumb, at: number, count: number): string {
  if (at === 0 && count > 1) return 'shrink-0';
  if (isName && at === 1 && count === 2) return 'min-w-0 max-sm:sr-only';
  return at < count - 1 ? 'min-w-0 max-sm:hidden' : 'min-w-0';
}
