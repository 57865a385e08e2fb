'use client';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useBounds } from '@/components/ui/bounds.tsx';
import { cn } from '@/components/ui/class-names.ts';
import { showPresent } from '@/components/ui/show-present.ts';
import { settingsPagesFor } from './settings-pages.ts';

/** The pages of the settings. */
export function SettingsTabs() {
  const pathname = usePathname() ?? '';
  const bounds = useBounds();
  return (
    <nav ref={showPresent} aria-label="Settings" className="sideways border-line border-b">
      <ul className="flex gap-1">
        {settingsPagesFor(bounds).map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              aria-current={pathname === href ? 'page' : undefined}
              className={cn(
                '-mb-px flex h-9 items-center whitespace-nowrap border-b-2 px-2 font-medium text-sm focus-visible:-outline-offset-2',
                pathname === href ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
