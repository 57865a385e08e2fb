import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { firstReadable } from '@/components/shell/destinations.ts';
import { navigationCookie } from '@/components/shell/navigation-cookie.ts';
import { BoundsProvider } from '@/components/ui/bounds.tsx';
import { ProductionProvider } from '@/components/ui/production.tsx';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { isFirstPage } from '@/lib/dashboard/access/page-entry.ts';
import { rightsOf } from '@/lib/dashboard/access/rights.ts';
import { ScopesProvider } from '@/lib/dashboard/access/scopes-context.tsx';
import { nameOfProvider } from '@/lib/dashboard/access/this-dashboard.ts';
import { dashboardConfig } from '@/lib/dashboard/config.ts';
import { DashboardShell } from '@/lib/dashboard/shell/parts/dashboard-shell.tsx';
import { thisBuild } from '@/lib/dashboard/shell/this-build.ts';

export default async function DashboardLayout({ children }: LayoutProps<'/'>) {
  const { operator, scopes, bounds, provider } = await requireOperator();
  const first = firstReadable(scopes);
  if (first !== '/' && isFirstPage(await headers())) redirect(first);
  const kept = await cookies();
  return (
    <ProductionProvider name={dashboardConfig().production}>
      <BoundsProvider bounds={bounds}>
        <ScopesProvider scopes={scopes}>
          <DashboardShell
            operator={{
              id: operator.id,
              name: operator.name,
              email: operator.email,
              scopes,
              provider: provider && nameOfProvider(provider.id),
            }}
            build={thisBuild()}
            rights={rightsOf({ scopes, bounds })}
            isInitiallyNarrow={kept.get(navigationCookie)?.value === 'narrow'}
          >
            {children}
          </DashboardShell>
        </ScopesProvider>
      </BoundsProvider>
    </ProductionProvider>
  );
}
