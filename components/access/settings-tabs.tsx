'use client';
import { Lock } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useBounds } from '@/components/ui/bounds.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { showPresent } from '@/components/ui/show-present.ts';
import { missingScope } from './missing-scope.ts';
import { settingsPagesFor } from './settings-pages.ts';

/** The pages of the settings. Those that need more than these scopes are marked. */
export function SettingsTabs({ scopes }: { scopes: readonly string[] }) {
  const pathname = usePathname() ?? '';
  const bounds = useBounds();
  return (
    <nav ref={showPresent} aria-label="Settings" className="sideways border-line border-b">
      <ul className="flex gap-1">
        {settingsPagesFor(bounds).map(({ href, label, scopes: needed }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              title={missingScope(scopes, ...needed)}
              aria-current={pathname === href ? 'page' : undefined}
              className={cn(
                '-mb-px flex h-9 items-center gap-1.5 whitespace-nowrap border-b-2 px-2 font-medium text-sm focus-visible:-outline-offset-2',
                pathname === href ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {label}
              {missingScope(scopes, ...needed) !== undefined && <Lock aria-hidden className="size-3.5 shrink-0" />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
