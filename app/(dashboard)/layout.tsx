import { cookies } from 'next/headers';
import { navigationCookie } from '@/components/shell/navigation-cookie.ts';
import { requireOperator } from '@/lib/dashboard/access/operator.ts';
import { ScopesProvider } from '@/lib/dashboard/access/scopes-context.tsx';
import { DashboardShell } from '@/lib/dashboard/shell/parts/dashboard-shell.tsx';
import { thisBuild } from '@/lib/dashboard/shell/this-build.ts';

export default async function DashboardLayout({ children }: LayoutProps<'/'>) {
  const { operator, scopes } = await requireOperator();
  const kept = await cookies();
  return (
    <ScopesProvider scopes={scopes}>
      <DashboardShell
        operator={{ name: operator.name, email: operator.email, scopes }}
        build={thisBuild()}
        isInitiallyNarrow={kept.get(navigationCookie)?.value === 'narrow'}
      >
        {children}
      </DashboardShell>
    </ScopesProvider>
  );
}
